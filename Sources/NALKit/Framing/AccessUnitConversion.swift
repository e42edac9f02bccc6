import BitstreamKit

/// The conversion of access units from one framing to another: the prefix of each unit, which units are removed, and what is inserted at
/// the start. It is made by `UnitFilter.conversion(into:)`.
public struct AccessUnitConversion: Sendable, Equatable {
  /// The codec of the units; nil for units of any codec, of which none are removed or inserted.
  public let codec: VideoCodec?
  /// The framing of the output.
  public var framing: NALFraming
  /// The types to remove.
  public var removed: NALUnitTypes = []
  /// The delimiter inserted in access units without one; empty for none. In H.265 it takes the TemporalId of the unit that follows.
  public var delimiter: [UInt8] = []
  /// Parameter sets inserted, on request, at the start of an access unit after the delimiter; they replace those in the access unit.
  public var parameterSets: [[UInt8]] = []

  /// Creates a conversion that keeps all units.
  public init(into framing: NALFraming, codec: VideoCodec?) {
    self.framing = framing
    self.codec = codec
  }

  /// The state of the current access unit.
  struct Progress: Sendable {
    /// Whether parameter sets are still to be inserted.
    var needsParameterSets = false
    /// Whether the access unit's own parameter sets are removed.
    var dropsParameterSets = false
    /// Whether anything has been written.
    var isBegun = false
  }

  func start(puttingParameterSets: Bool) -> Progress {
    let puts = puttingParameterSets && !parameterSets.isEmpty
    return Progress(needsParameterSets: puts, dropsParameterSets: puts)
  }

  /// Appends a unit's prefix, preceded by everything that has to be inserted before it. Returns false if the unit is removed.
  /// - Parameter second: the unit's second byte; used for the TemporalId of a delimiter of H.265.
  func begin(
    _ firstByte: UInt8, _ second: UInt8, _ length: UInt64, _ progress: inout Progress, to bytes: inout [UInt8]
  ) throws(SyntaxError) -> Bool {
    guard let codec else {
      try framing.appendPrefix(of: length, isFirst: !progress.isBegun, to: &bytes)
      progress.isBegun = true
      return true
    }
    let isSet = codec.isParameterSet(firstByte)
    if removed.contains(NALUnitTypes(codec.unitType(firstByte))) || isSet && progress.dropsParameterSets { return false }
    // A delimiter begins an access unit even if it is not the first unit given.
    let isDelimiter = codec.isDelimiter(firstByte)
    if !progress.isBegun || progress.needsParameterSets {
      let isDelimited = !progress.isBegun && isDelimiter
      if !isDelimited { try putFront(second, &progress, to: &bytes) }
    }
    try framing.appendPrefix(of: length, isFirst: !progress.isBegun || isSet || isDelimiter, to: &bytes)
    progress.isBegun = true
    return true
  }

  /// Appends what is inserted before the first unit, or before the first unit after a delimiter.
  private func putFront(_ second: UInt8, _ progress: inout Progress, to bytes: inout [UInt8]) throws(SyntaxError) {
    if !progress.isBegun, !delimiter.isEmpty {
      let start = bytes.count
      try put(delimiter, &progress, to: &bytes)
      let place = bytes.count - delimiter.count + 1
      if codec == .hevc, delimiter.count > 1, place > start { bytes[place] = bytes[place] & 0xF8 | second & 7 }
    }
    if progress.needsParameterSets { for set in parameterSets { try put(set, &progress, to: &bytes) } }
    progress.needsParameterSets = false
  }

  private func put(_ unit: [UInt8], _ progress: inout Progress, to bytes: inout [UInt8]) throws(SyntaxError) {
    let isSet = unit.first.map { codec?.isParameterSet($0) == true } ?? false
    try framing.appendPrefix(of: UInt64(unit.count), isFirst: !progress.isBegun || isSet, to: &bytes)
    bytes += unit
    progress.isBegun = true
  }
}

extension AccessUnitConversion {
  /// Appends the access unit in `stream[range]`, a byte stream.
  /// - Parameter puttingParameterSets: whether to insert `parameterSets`.
  /// - Throws: if there is no start code or data before the first one, or a unit is too long for its length field.
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

/// An incremental converter of length-prefixed samples, for chunks of any size; a unit may be larger than any buffer.
///
///     converter.begin(puttingParameterSets: isSyncSample)
///     try converter.append(chunk, range, to: &buffer)  // as often as the sample has pieces
///     try converter.end()
public struct SampleConverter: Sendable {
  /// The conversion.
  public let conversion: AccessUnitConversion
  private var splitter: LengthPrefixedSplitter
  private var progress = AccessUnitConversion.Progress()
  /// The length of a unit whose first byte has not arrived yet.
  private var pendingLength: UInt32 = 0
  /// Whether the current unit is kept.
  private var isKept = false
  /// The first byte of a unit whose second byte is needed.
  private var held: UInt8?

  /// Creates a converter of samples with length fields of the given size.
  public init(_ conversion: AccessUnitConversion, lengthSize: NALLengthSize) {
    self.conversion = conversion
    splitter = LengthPrefixedSplitter(lengthSize: lengthSize)
  }

  /// Starts a sample; an incomplete previous one is discarded.
  /// - Parameter puttingParameterSets: whether to insert the conversion's parameter sets.
  public mutating func begin(puttingParameterSets: Bool = false) {
    progress = conversion.start(puttingParameterSets: puttingParameterSets)
    splitter = LengthPrefixedSplitter(lengthSize: splitter.lengthSize)
    pendingLength = 0
    held = nil
  }

  /// Appends the converted chunk of the sample. Empty units are dropped, since a byte stream cannot contain them.
  /// - Throws: if a unit is too long for its new length field.
  public mutating func append(_ chunk: [UInt8], _ range: Range<Int>, to bytes: inout [UInt8]) throws(SyntaxError) {
    let range = range.clamped(to: 0..<chunk.count)
    var cursor = range.lowerBound
    while let event = splitter.next(in: chunk, from: &cursor, to: range.upperBound) {
      switch event {
      case .begin(let length): pendingLength = length
      case .bytes(let piece):
        if pendingLength > 0 {
          let first = held ?? chunk[piece.lowerBound]
          if held == nil, pendingLength > 1, piece.count == 1, conversion.codec == .hevc, !conversion.delimiter.isEmpty {
            held = first
            continue
          }
          let second = held != nil ? piece.lowerBound : piece.lowerBound + 1
          isKept = try conversion.begin(first, second < piece.upperBound ? chunk[second] : 0, UInt64(pendingLength), &progress, to: &bytes)
          if isKept, let held { bytes.append(held) }
          held = nil
          pendingLength = 0
        }
        if isKept { bytes.append(contentsOf: chunk[piece]) }
      }
    }
  }

  /// Ends the sample.
  /// - Throws: if it ends inside a unit or a length field.
  public func end() throws(SyntaxError) {
    if !splitter.isBetweenUnits { throw SyntaxError(.malformed("the sample ends inside a unit"), element: "NALUnit") }
  }
}
