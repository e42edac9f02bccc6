/// How access units change on their way from one framing into another: what stands between their units, which units go, and what is
/// put in front. What the types of a codec's units mean, the kit of the codec says (`UnitFilter.conversion`).
public struct AccessUnitConversion: Sendable, Equatable {
  /// Where nal_unit_type stands in a unit's first byte.
  public struct TypeField: Sendable, Hashable {
    /// Bits behind it.
    public var shift: UInt8
    /// Its bits, shifted to the right.
    public var mask: UInt8

    /// A field of at most six bits.
    public init(shift: UInt8, mask: UInt8) {
      self.shift = shift
      self.mask = mask & 63
    }
  }

  /// A set of nal_unit_types, 0 to 63.
  public struct Types: OptionSet, Sendable, Hashable {
    public let rawValue: UInt64
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// The set of one type.
    public init(_ type: UInt8) { rawValue = 1 &<< UInt64(type) }
  }

  /// What stands before each unit that comes out.
  public var framing: NALFraming
  /// Where a unit says its type.
  public var typeField: TypeField
  /// Types of parameter sets, before which Annex B wants a long start code.
  public var parameterSetTypes: Types
  /// The type of access unit delimiters, which stand first.
  public var delimiterTypes: Types
  /// Types that go.
  public var removed: Types = []
  /// A delimiter for access units that begin with none; empty for none.
  public var delimiter: [UInt8] = []
  /// Whether the delimiter's TemporalId, in the low bits of its second byte, is to be that of the unit before which it is put (H.265).
  public var delimiterHasTemporalId = false
  /// Parameter sets that stand in front, behind the delimiter, of the access units for which that is asked, and none else there.
  public var parameterSets: [[UInt8]] = []

  /// A conversion in which all units stay.
  public init(into framing: NALFraming, typeField: TypeField, parameterSetTypes: Types, delimiterTypes: Types) {
    self.framing = framing
    self.typeField = typeField
    self.parameterSetTypes = parameterSetTypes
    self.delimiterTypes = delimiterTypes
  }

  /// What is known of the access unit that is under way.
  struct Progress: Sendable {
    /// Parameter sets are to be put, and have not been yet.
    var owesParameterSets = false
    /// Those that come go.
    var dropsParameterSets = false
    /// Something was written.
    var isBegun = false
  }

  func start(puttingParameterSets: Bool) -> Progress {
    let puts = puttingParameterSets && !parameterSets.isEmpty
    return Progress(owesParameterSets: puts, dropsParameterSets: puts)
  }

  /// Appends what stands before a unit, all that belongs in front of it included; false where the unit goes.
  /// - Parameter second: the unit's second byte, which matters where `delimiterHasTemporalId`.
  func begin(
    _ firstByte: UInt8, _ second: UInt8, _ length: UInt64, _ progress: inout Progress, to bytes: inout [UInt8]
  ) throws(SyntaxError) -> Bool {
    let type = Types(firstByte >> typeField.shift & typeField.mask)
    let isSet = !parameterSetTypes.isDisjoint(with: type)
    if !removed.isDisjoint(with: type) || isSet && progress.dropsParameterSets { return false }
    if !progress.isBegun || progress.owesParameterSets {
      let isDelimited = !progress.isBegun && !delimiterTypes.isDisjoint(with: type)
      if !isDelimited { try putFront(second, &progress, to: &bytes) }
    }
    try framing.appendPrefix(of: length, isFirst: !progress.isBegun || isSet, to: &bytes)
    progress.isBegun = true
    return true
  }

  /// What stands before the first unit, and before the first behind a delimiter.
  private func putFront(_ second: UInt8, _ progress: inout Progress, to bytes: inout [UInt8]) throws(SyntaxError) {
    if !progress.isBegun, !delimiter.isEmpty {
      let start = bytes.count
      try put(delimiter, &progress, to: &bytes)
      let place = bytes.count - delimiter.count + 1
      if delimiterHasTemporalId, delimiter.count > 1, place > start { bytes[place] = bytes[place] & 0xF8 | second & 7 }
    }
    if progress.owesParameterSets { for set in parameterSets { try put(set, &progress, to: &bytes) } }
    progress.owesParameterSets = false
  }

  private func put(_ unit: [UInt8], _ progress: inout Progress, to bytes: inout [UInt8]) throws(SyntaxError) {
    let isSet = unit.first.map { !parameterSetTypes.isDisjoint(with: Types($0 >> typeField.shift & typeField.mask)) } ?? false
    try framing.appendPrefix(of: UInt64(unit.count), isFirst: !progress.isBegun || isSet, to: &bytes)
    bytes += unit
    progress.isBegun = true
  }
}

extension AccessUnitConversion {
  /// Appends an access unit that stands in `stream[range]` as a byte stream.
  /// - Parameter puttingParameterSets: whether `parameterSets` belong in front of it.
  /// - Throws: where there is no start code or something before the first one, or a unit is too long for its length.
  public func appendAnnexB(
    _ stream: [UInt8], _ range: Range<Int>, puttingParameterSets: Bool = false, to bytes: inout [UInt8]
  ) throws(SyntaxError) {
    let range = range.clamped(to: 0..<stream.count)
    var progress = start(puttingParameterSets: puttingParameterSets)
    var parser = AnnexBParser()
    var cursor = range.lowerBound
    while true {
      guard let unit = parser.next(in: stream, from: &cursor, to: range.upperBound) ?? parser.finish() else { break }
      guard let firstByte = unit.headByte(0) else { continue }
      let first = range.lowerBound + Int(unit.offset)
      guard try begin(firstByte, unit.headByte(1) ?? 0, unit.length, &progress, to: &bytes) else { continue }
      bytes.append(contentsOf: stream[first..<first + Int(unit.length)])
    }
    if parser.leadingGarbage > 0 || parser.unitCount == 0 && !range.isEmpty {
      throw SyntaxError(.malformed("an access unit must begin with a start code"), element: "byte_stream_nal_unit")
    }
  }
}

/// Converts samples of length-prefixed units that come in pieces of any size; a unit may be larger than any buffer.
///
///     converter.begin(puttingParameterSets: isSyncSample)
///     try converter.append(chunk, range, to: &buffer)  // as often as the sample has pieces
///     try converter.end()
public struct SampleConverter: Sendable {
  /// What changes.
  public let conversion: AccessUnitConversion
  private var splitter: LengthPrefixedSplitter
  private var progress = AccessUnitConversion.Progress()
  /// The length of a unit of which no byte has come.
  private var announced: UInt32 = 0
  /// Whether the open unit stays.
  private var stays = false
  /// The first byte of a unit whose second must be known.
  private var held: UInt8?

  /// A converter of samples with lengths of a size.
  public init(_ conversion: AccessUnitConversion, lengthSize: NALLengthSize) {
    self.conversion = conversion
    splitter = LengthPrefixedSplitter(lengthSize: lengthSize)
  }

  /// Begins a sample; what the one before has left open is forgotten.
  /// - Parameter puttingParameterSets: whether the conversion's parameter sets belong in front of it.
  public mutating func begin(puttingParameterSets: Bool = false) {
    progress = conversion.start(puttingParameterSets: puttingParameterSets)
    splitter = LengthPrefixedSplitter(lengthSize: splitter.lengthSize)
    announced = 0
    held = nil
  }

  /// Appends what becomes of a piece of the sample. Units of no bytes go, for a byte stream has none.
  /// - Throws: where a unit is too long for its new length.
  public mutating func append(_ chunk: [UInt8], _ range: Range<Int>, to bytes: inout [UInt8]) throws(SyntaxError) {
    let range = range.clamped(to: 0..<chunk.count)
    var cursor = range.lowerBound
    while let event = splitter.next(in: chunk, from: &cursor, to: range.upperBound) {
      switch event {
      case .begin(let length): announced = length
      case .bytes(let piece):
        if announced > 0 {
          let first = held ?? chunk[piece.lowerBound]
          if held == nil, announced > 1, piece.count == 1, conversion.delimiterHasTemporalId {
            held = first
            continue
          }
          let second = held != nil ? piece.lowerBound : piece.lowerBound + 1
          stays = try conversion.begin(first, second < piece.upperBound ? chunk[second] : 0, UInt64(announced), &progress, to: &bytes)
          if stays, let held { bytes.append(held) }
          held = nil
          announced = 0
        }
        if stays { bytes.append(contentsOf: chunk[piece]) }
      }
    }
  }

  /// Ends the sample.
  /// - Throws: where it ends inside of a unit or of its length.
  public func end() throws(SyntaxError) {
    if !splitter.isBetweenUnits { throw SyntaxError(.malformed("the sample ends inside of a unit"), element: "NALUnit") }
  }
}
