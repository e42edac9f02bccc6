import BitstreamKit
import NALKit

/// A NAL unit: header and payload, parsed if the type has a parser.
///
/// ITU-T H.265 (08/2021) 7.3.1.1 `nal_unit( )`. Parsing and encoding round-trips every unit byte for byte.
public struct NALUnit: Equatable, Sendable {
  /// The NAL unit header.
  public var header = NALUnitHeader()
  /// The parsed payload.
  public var payload = NALUnitPayload.other(.empty)
  /// The original bytes, if their emulation prevention bytes deviate from the specification.
  public var irregularBytes: [UInt8]?

  /// A unit without payload.
  public init() {}

  /// Codes header and RBSP. A unit that violates its structure is stored as raw bytes.
  /// - Parameter sets: the preceding parameter sets.
  public mutating func syntax(_ c: inout SyntaxCoder, sets: ParameterSets) throws(SyntaxError) {
    try c.nested(&header)
    guard NALUnitPayload.isTyped(header) else { return try payload.other(&c) }
    // What an attempt that fails leaves of the payload is replaced, so that there is no value to keep, and no payload to copy.
    var none = false
    try c.attempt(!payload.isOther, &none) { (c, _) throws(SyntaxError) in
      try payload.syntax(&c, header, sets)
      try c.regionEnd("nal_unit")
    } otherwise: { (c, _) throws(SyntaxError) in
      if c._fills { payload = .other(.empty) }
      try payload.other(&c)
    }
  }
}

/// The payload of a NAL unit.
public enum NALUnitPayload: Equatable, Sendable {
  /// nal_unit_type 0 to 9 and 16 to 21.
  case sliceSegment(SliceSegmentLayer)
  /// nal_unit_type 32.
  case videoParameterSet(VideoParameterSet)
  /// nal_unit_type 33.
  case seqParameterSet(SeqParameterSet)
  /// nal_unit_type 34.
  case picParameterSet(PicParameterSet)
  /// nal_unit_type 35.
  case accessUnitDelimiter(AccessUnitDelimiter)
  /// nal_unit_type 38.
  case fillerData(FillerData)
  /// nal_unit_type 39 and 40.
  case sei(SupplementalEnhancementInformation)
  /// The raw bytes of reserved, unspecified and empty types (end of sequence and of bitstream, 36 and 37), and of units that violate
  /// their structure.
  case other(BitString)

  /// Whether the payload is raw bytes.
  public var isOther: Bool {
    if case .other = self { return true }
    return false
  }

  /// Whether units with this header have a parser.
  public static func isTyped(_ header: NALUnitHeader) -> Bool {
    switch header.nalUnitType {
    case 0...9, 16...21, 32...35, 38...40: true
    default: false
    }
  }

  mutating func syntax(_ c: inout SyntaxCoder, _ header: NALUnitHeader, _ sets: ParameterSets) throws(SyntaxError) {
    switch header.nalUnitType {
    case 0...9, 16...21:
      try slice(&c, header, sets)
    case 32:
      var held: VideoParameterSet?
      if case .videoParameterSet(let value) = self { held = value }
      try walk(&c, VideoParameterSet.structureName, &held, VideoParameterSet()) { (c, s) throws(SyntaxError) in try s.syntax(&c) }
      if let held { self = .videoParameterSet(held) }
    case 33:
      var held: SeqParameterSet?
      if case .seqParameterSet(let value) = self { held = value }
      try walk(&c, SeqParameterSet.structureName, &held, SeqParameterSet()) { (c, s) throws(SyntaxError) in
        try s.syntax(&c, layer: header.nuhLayerId, sets: sets)
      }
      if let held { self = .seqParameterSet(held) }
    case 34:
      var held: PicParameterSet?
      if case .picParameterSet(let value) = self { held = value }
      try walk(&c, PicParameterSet.structureName, &held, PicParameterSet()) { (c, s) throws(SyntaxError) in try s.syntax(&c) }
      if let held { self = .picParameterSet(held) }
    default: try others(&c, header, sets)
    }
  }

  mutating func slice(_ c: inout SyntaxCoder, _ header: NALUnitHeader, _ sets: ParameterSets) throws(SyntaxError) {
    // Slices are many: a reader has none to keep, and a writer leaves it as it is.
    if c._fills {
      var slice = SliceSegmentLayer()
      try c.structure(SliceSegmentLayer.structureName, &slice) { (c, s) throws(SyntaxError) in try s.syntax(&c, nal: header, sets: sets) }
      self = .sliceSegment(slice)
      return
    }
    var held: SliceSegmentLayer?
    if case .sliceSegment(let value) = self { held = value }
    try walk(&c, SliceSegmentLayer.structureName, &held, SliceSegmentLayer()) { (c, s) throws(SyntaxError) in
      try s.syntax(&c, nal: header, sets: sets)
    }
    if let held, c._edits { self = .sliceSegment(held) }
  }

  mutating func others(_ c: inout SyntaxCoder, _ header: NALUnitHeader, _ sets: ParameterSets) throws(SyntaxError) {
    switch header.nalUnitType {
    case 35:
      var held: AccessUnitDelimiter?
      if case .accessUnitDelimiter(let value) = self { held = value }
      try walk(&c, AccessUnitDelimiter.structureName, &held, AccessUnitDelimiter()) { (c, s) throws(SyntaxError) in try s.syntax(&c) }
      if let held { self = .accessUnitDelimiter(held) }
    case 38:
      var held: FillerData?
      if case .fillerData(let value) = self { held = value }
      try walk(&c, FillerData.structureName, &held, FillerData()) { (c, s) throws(SyntaxError) in try s.syntax(&c) }
      if let held { self = .fillerData(held) }
    case 39, 40:
      var held: SupplementalEnhancementInformation?
      if case .sei(let value) = self { held = value }
      let isSuffix = header.nalUnitType == 40
      try walk(&c, SupplementalEnhancementInformation.structureName, &held, SupplementalEnhancementInformation()) {
        (c, s) throws(SyntaxError) in
        try s.syntax(&c, isSuffix: isSuffix, sets: sets)
      }
      if let held { self = .sei(held) }
    default: try other(&c)
    }
  }

  /// Codes raw bytes.
  mutating func other(_ c: inout SyntaxCoder) throws(SyntaxError) {
    var held: BitString?
    if case .other(let value) = self { held = value }
    try c.when(true, &held, .empty) { (c, bits) throws(SyntaxError) in try c.rest("rbsp_byte", &bits) }
    if let held { self = .other(held) }
  }

  /// Codes a structure: the stored one, or a new one if the coder is parsing.
  func walk<S>(
    _ c: inout SyntaxCoder, _ name: StaticString, _ held: inout S?, _ initial: @autoclosure () -> S,
    _ body: (inout SyntaxCoder, inout S) throws(SyntaxError) -> Void
  ) throws(SyntaxError) {
    try c.when(true, &held, initial()) { (c, s) throws(SyntaxError) in try c.structure(name, &s, body) }
  }
}

// MARK: - Units with emulation prevention

extension NALUnit {
  /// Parses a unit.
  /// - Parameters:
  ///   - unit: its bytes with emulation prevention, including the header.
  ///   - sets: the preceding parameter sets; pass the unit to their `update(with:)` afterwards.
  ///   - policy: how to treat values that the specification forbids. A lenient reader stores them (and a writer then rejects them); a
  ///     strict one stores the unit or message as raw bytes.
  ///   - fileOffset: the file offset of the unit, for errors.
  ///   - findings: receives tolerated errors and the reasons why parts were stored as raw bytes.
  /// - Throws: if the header cannot be parsed. All other errors are findings.
  public init(
    parsing unit: [UInt8], sets: ParameterSets, policy: BitReader.Policy = .strict, fileOffset: UInt64? = nil, findings: inout [SyntaxError]
  ) throws(SyntaxError) {
    self.init()
    try parse(unit, in: 0..<unit.count, sets: sets, policy: policy, fileOffset: fileOffset, findings: &findings)
  }

  /// Parses a unit into this one in place of what it held, which is faster than to make one.
  /// - Parameter range: the bytes of the unit in `bytes`.
  package mutating func parse(
    _ bytes: [UInt8], in range: Range<Int>, sets: ParameterSets, policy: BitReader.Policy = .strict, fileOffset: UInt64?,
    findings: inout [SyntaxError]
  ) throws(SyntaxError) {
    reset()
    var rbsp: [UInt8] = []
    let map = EmulationPrevention.removing(from: bytes, range, into: &rbsp, fileOffset: fileOffset)
    var reader = SyntaxCoder(reading: BitReader(rbsp, 0..<rbsp.count, policy: policy, map: map))
    defer { findings += reader.findings + violations(fileOffset, sets) }
    try syntax(&reader, sets: sets)
    // Stores the original bytes if re-encoding would not reproduce them.
    if !EmulationPrevention.isRegular(rbsp, map) { irregularBytes = Array(bytes[range]) }
  }

  /// Removes what the unit holds.
  private mutating func reset() {
    // One by one: to assign a whole unit copies it.
    header = NALUnitHeader()
    payload = .other(.empty)
    irregularBytes = nil
  }

  /// Parses a unit.
  /// - Throws: if the header cannot be parsed; a payload that violates its structure is stored as raw bytes.
  public init(parsing unit: [UInt8], sets: ParameterSets, policy: BitReader.Policy = .strict) throws(SyntaxError) {
    var findings: [SyntaxError] = []
    try self.init(parsing: unit, sets: sets, policy: policy, findings: &findings)
  }

  /// Encodes the unit, with emulation prevention.
  /// - Parameter sets: the parameter sets the unit was parsed with.
  /// - Throws: if the unit contradicts itself, the sets or the specification.
  public func encoded(sets: ParameterSets) throws(SyntaxError) -> [UInt8] {
    var copy = self
    return try copy.encode(sets: sets)
  }

  /// Encodes the unit without copying it; it stays as it is.
  /// - Parameter size: about the number of bytes of the unit, to reserve.
  package mutating func encode(sets: ParameterSets, reserving size: Int = 0) throws(SyntaxError) -> [UInt8] {
    var writer = SyntaxCoder(writing: BitWriter(reserving: size))
    try syntax(&writer, sets: sets)
    let rbsp = writer.finish()
    // The stored original bytes, if they still match the content.
    if let irregularBytes, EmulationPrevention.removing(from: irregularBytes) == rbsp { return irregularBytes }
    return EmulationPrevention.adding(to: rbsp)
  }

  /// Passes every element of a unit to a sink, with its bit offset in the unit after removal of emulation prevention.
  /// - Parameter offset: the file offset of the unit's first byte, if known.
  /// - Returns: the unit if it could be parsed completely (without `irregularBytes`), and the findings.
  public static func trace(
    _ bytes: [UInt8], at offset: UInt64? = nil, sets: ParameterSets, policy: BitReader.Policy = .lenient, into sink: TraceSink
  ) -> (unit: NALUnit?, findings: [SyntaxError], error: SyntaxError?) {
    var unit = NALUnit()
    let (findings, error) = unit.trace(bytes, in: 0..<bytes.count, at: offset, sets: sets, policy: policy, into: sink)
    return (error == nil ? unit : nil, findings, error)
  }

  /// Parses a unit into this one in place of what it held, and passes every element to a sink. To make and return a unit takes as long as
  /// five elements.
  /// - Parameter storesRest: whether the unit then has all its slice data or raw bytes; otherwise the first of them.
  package mutating func trace(
    _ bytes: [UInt8], in range: Range<Int>, at offset: UInt64?, sets: ParameterSets, policy: BitReader.Policy = .lenient,
    storesRest: Bool = true, into sink: TraceSink
  ) -> (findings: [SyntaxError], error: SyntaxError?) {
    reset()
    var rbsp: [UInt8] = []
    let map = EmulationPrevention.removing(from: bytes, range, into: &rbsp, fileOffset: offset)
    var tracer = SyntaxCoder(tracing: BitReader(rbsp, 0..<rbsp.count, policy: policy, map: map), to: sink)
    tracer.storesRest = storesRest
    do {
      // No fallback to raw bytes: the elements before an error are useful in a trace.
      try tracer.nested(&header)
      try payload.syntax(&tracer, header, sets)
      try tracer.regionEnd("nal_unit")
    } catch {
      return (tracer.findings, error)
    }
    let (found, violations) = (tracer.findings, violations(offset, sets))
    // Nearly all units have neither.
    return (violations.isEmpty ? found : found + violations, nil)
  }

  /// What contradicts the specification though every element is legal.
  func violations(_ offset: UInt64?, _ sets: ParameterSets) -> [SyntaxError] {
    guard case .sliceSegment(let slice) = payload, !slice.isUnresolved, header.nuhLayerId == 0, (16...23).contains(header.nalUnitType),
      let type = slice.sliceSegmentHeader.sliceHeader?.sliceType, type != 2,
      sets.sliceContext(picParameterSetId: slice.sliceSegmentHeader.slicePicParameterSetId, layer: 0)?.currPicRefEnabled == false
    else { return [] }
    let finding = SliceSegmentHeader.interSliceInIRAP(type)
    return [offset.map { finding.inFile(at: $0) } ?? finding]
  }
}
