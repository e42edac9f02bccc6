import BitstreamKit

/// A whole NAL unit: its header, and its payload taken apart as far as this toolkit knows it.
///
/// ITU-T H.265 (08/2021) 7.3.1.1 `nal_unit( )`. Whatever the unit holds, its bytes come back as they were.
public struct NALUnit: Equatable, Sendable {
  /// The first two bytes.
  public var header = NALUnitHeader()
  /// What follows.
  public var payload = NALUnitPayload.other(.empty)
  /// The unit as it was coded, where its emulation prevention bytes are not those that the specification asks for.
  public var irregularBytes: [UInt8]?

  /// A unit without payload.
  public init() {}

  /// The header and the RBSP. A unit that contradicts its structure is kept as bytes.
  /// - Parameter sets: the parameter sets that came before.
  public mutating func syntax(_ c: inout SyntaxCoder, sets: ParameterSets) throws(SyntaxError) {
    try c.nested(&header)
    guard NALUnitPayload.isTyped(header) else { return try payload.other(&c) }
    let header = header
    try c.attempt(!payload.isOther, &payload) { (c, payload) throws(SyntaxError) in
      try payload.syntax(&c, header, sets)
      try c.regionEnd("nal_unit")
    } otherwise: { (c, payload) throws(SyntaxError) in
      try payload.other(&c)
    }
  }
}

/// What a NAL unit holds.
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
  /// Types that are reserved, unspecified, or empty (end of sequence and of bitstream, 36 and 37), and a unit that contradicts its
  /// structure: the bytes as they are.
  case other(BitString)

  /// Whether it is bytes alone.
  public var isOther: Bool {
    if case .other = self { return true }
    return false
  }

  /// Whether units with this header have a structure here.
  public static func isTyped(_ header: NALUnitHeader) -> Bool {
    switch header.nalUnitType {
    case 0...9, 16...21, 32...35, 38...40: true
    default: false
    }
  }

  mutating func syntax(_ c: inout SyntaxCoder, _ header: NALUnitHeader, _ sets: ParameterSets) throws(SyntaxError) {
    switch header.nalUnitType {
    case 0...9, 16...21:
      var held: SliceSegmentLayer?
      if case .sliceSegment(let value) = self { held = value }
      try walk(&c, SliceSegmentLayer.structureName, &held, SliceSegmentLayer()) { (c, s) throws(SyntaxError) in
        try s.syntax(&c, nal: header, sets: sets)
      }
      if let held { self = .sliceSegment(held) }
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

  /// Bytes alone.
  mutating func other(_ c: inout SyntaxCoder) throws(SyntaxError) {
    var held: BitString?
    if case .other(let value) = self { held = value }
    try c.when(true, &held, .empty) { (c, bits) throws(SyntaxError) in try c.rest("rbsp_byte", &bits) }
    if let held { self = .other(held) }
  }

  /// Walks a structure: the one held or, where the coder fills it, a new one.
  func walk<S>(
    _ c: inout SyntaxCoder, _ name: StaticString, _ held: inout S?, _ initial: @autoclosure () -> S,
    _ body: (inout SyntaxCoder, inout S) throws(SyntaxError) -> Void
  ) throws(SyntaxError) {
    try c.when(true, &held, initial()) { (c, s) throws(SyntaxError) in try c.structure(name, &s, body) }
  }
}

// MARK: - Units as they stand in a file

extension NALUnit {
  /// Reads a unit.
  /// - Parameters:
  ///   - unit: its bytes with emulation prevention, header included.
  ///   - sets: the parameter sets that came before; `update(with:)` tells them of this unit.
  ///   - policy: where the specification does not allow a value, a lenient reader keeps it, which a writer then refuses; a strict
  ///     one keeps the unit or message as bytes.
  ///   - fileOffset: where the unit stands in the file, for errors.
  ///   - findings: gets what was let pass, and why something had to be kept as bytes.
  /// - Throws: where the header cannot be read. All else is a finding.
  public init(
    parsing unit: [UInt8], sets: ParameterSets, policy: BitReader.Policy = .strict, fileOffset: UInt64? = nil, findings: inout [SyntaxError]
  ) throws(SyntaxError) {
    var rbsp: [UInt8] = []
    let map = EmulationPrevention.removing(from: unit, 0..<unit.count, into: &rbsp, fileOffset: fileOffset)
    var reader = SyntaxCoder(reading: BitReader(rbsp, 0..<rbsp.count, policy: policy, map: map))
    self.init()
    defer { findings += reader.findings + violations(fileOffset, sets) }
    try syntax(&reader, sets: sets)
    if EmulationPrevention.adding(to: rbsp) != unit { irregularBytes = unit }
  }

  /// Reads a unit.
  /// - Throws: where the header cannot be read; a payload that contradicts its structure is kept as bytes.
  public init(parsing unit: [UInt8], sets: ParameterSets) throws(SyntaxError) {
    var findings: [SyntaxError] = []
    try self.init(parsing: unit, sets: sets, findings: &findings)
  }

  /// The unit's bytes with emulation prevention.
  /// - Parameter sets: those that the unit was read with.
  /// - Throws: where the model contradicts itself or the specification.
  public func encoded(sets: ParameterSets) throws(SyntaxError) -> [UInt8] {
    var writer = SyntaxCoder(writing: BitWriter())
    var copy = self
    try copy.syntax(&writer, sets: sets)
    let rbsp = writer.finish()
    // The bytes that were kept, as long as they still say the same.
    if let irregularBytes, EmulationPrevention.removing(from: irregularBytes) == rbsp { return irregularBytes }
    return EmulationPrevention.adding(to: rbsp)
  }

  /// Passes every element of a unit to a sink, with its bit offset in the unit without emulation prevention.
  /// - Returns: the unit where it could be read to its end (without `irregularBytes`), what is wrong with it, and what ended the walk.
  public static func trace(
    _ unit: [UInt8], at offset: UInt64? = nil, sets: ParameterSets, policy: BitReader.Policy = .lenient, into sink: TraceSink
  ) -> (unit: NALUnit?, findings: [SyntaxError], error: SyntaxError?) {
    var rbsp: [UInt8] = []
    let map = EmulationPrevention.removing(from: unit, 0..<unit.count, into: &rbsp, fileOffset: offset)
    var tracer = SyntaxCoder(tracing: BitReader(rbsp, 0..<rbsp.count, policy: policy, map: map), to: sink)
    var value = NALUnit()
    do {
      // Without a second try: the elements before an error are worth seeing.
      try tracer.nested(&value.header)
      try value.payload.syntax(&tracer, value.header, sets)
      try tracer.regionEnd("nal_unit")
    } catch {
      return (nil, tracer.findings, error)
    }
    return (value, tracer.findings + value.violations(offset, sets), nil)
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
