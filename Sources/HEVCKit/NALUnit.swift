import BitstreamKit

/// A whole NAL unit: its header, and its payload taken apart as far as this toolkit knows it.
///
/// ITU-T H.265 (08/2021) 7.3.1.1 `nal_unit( )`.
public struct NALUnit: Equatable, Sendable {
  /// The first two bytes.
  public var header = NALUnitHeader()
  /// What follows.
  public var payload = NALUnitPayload.other(.empty)

  /// A unit without payload.
  public init() {}

  /// - Parameter sets: the parameter sets that came before.
  @inlinable public mutating func syntax<C: SyntaxCoder>(_ c: inout C, sets: ParameterSets) throws(SyntaxError) {
    try c.nested(&header)
    try payload.syntax(&c, header, sets)
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
  /// Types that are reserved, unspecified, or empty (end of sequence and of bitstream, 36 and 37): their bytes as they are.
  case other(BitString)

  @inlinable mutating func syntax<C: SyntaxCoder>(_ c: inout C, _ header: NALUnitHeader, _ sets: ParameterSets) throws(SyntaxError) {
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

  @inlinable mutating func others<C: SyntaxCoder>(_ c: inout C, _ header: NALUnitHeader, _ sets: ParameterSets) throws(SyntaxError) {
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
    default:
      var held: BitString?
      if case .other(let value) = self { held = value }
      try c.when(true, &held, .empty) { (c, bits) throws(SyntaxError) in try c.rest("rbsp_byte", &bits) }
      if let held { self = .other(held) }
    }
  }

  /// Walks a structure: the one held or, where the coder fills it, a new one.
  @inlinable func walk<C: SyntaxCoder, S>(
    _ c: inout C, _ name: StaticString, _ held: inout S?, _ initial: @autoclosure () -> S,
    _ body: (inout C, inout S) throws(SyntaxError) -> Void
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
  ///   - policy: what to do about values out of range.
  ///   - fileOffset: where the unit stands in the file, for errors.
  ///   - findings: gets what was let pass, and what had to be kept as bytes.
  /// - Throws: where the bytes end too early or contradict the specification.
  public init(
    parsing unit: [UInt8], sets: ParameterSets, policy: BitReader.Policy = .strict, fileOffset: UInt64? = nil, findings: inout [SyntaxError]
  ) throws(SyntaxError) {
    var rbsp: [UInt8] = []
    let map = EmulationPrevention.removing(from: unit, 0..<unit.count, into: &rbsp, fileOffset: fileOffset)
    var reader = BitReader(rbsp, 0..<rbsp.count, policy: policy, map: map)
    self.init()
    defer { findings += reader.findings }
    try syntax(&reader, sets: sets)
  }

  /// Reads a unit.
  /// - Throws: where the bytes end too early or contradict the specification.
  public init(parsing unit: [UInt8], sets: ParameterSets) throws(SyntaxError) {
    var findings: [SyntaxError] = []
    try self.init(parsing: unit, sets: sets, findings: &findings)
  }

  /// The unit's bytes with emulation prevention.
  /// - Parameter sets: those that the unit was read with.
  /// - Throws: where the model contradicts itself or the specification.
  public func encoded(sets: ParameterSets) throws(SyntaxError) -> [UInt8] {
    var writer = BitWriter()
    var copy = self
    try copy.syntax(&writer, sets: sets)
    return EmulationPrevention.adding(to: writer.finish())
  }

  /// Tells a sink every element of a unit with its place, counted from the first bit of the unit, emulation prevention left out.
  /// - Returns: the sink, the unit where it could be read to its end, what is wrong with it, and what ended the walk.
  @inlinable public static func trace<Sink: TraceSink>(
    _ unit: [UInt8], at offset: UInt64? = nil, sets: ParameterSets, policy: BitReader.Policy = .lenient, into sink: consuming Sink
  ) -> (sink: Sink, unit: NALUnit?, findings: [SyntaxError], error: SyntaxError?) {
    var rbsp: [UInt8] = []
    let map = EmulationPrevention.removing(from: unit, 0..<unit.count, into: &rbsp, fileOffset: offset)
    var tracer = Tracer(BitReader(rbsp, 0..<rbsp.count, policy: policy, map: map), sink)
    var value = NALUnit()
    do { try value.syntax(&tracer, sets: sets) } catch { return (tracer.sink, nil, tracer.findings, error) }
    return (tracer.sink, value, tracer.findings, nil)
  }
}
