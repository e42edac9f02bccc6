import BitstreamKit

// Parameter sets as whole NAL units, without start code or length: as SDP, VideoToolbox and configuration records have them.

extension VideoParameterSet {
  /// Reads the set from a whole NAL unit. `init(parsing:)` takes the RBSP alone.
  /// - Parameters:
  ///   - bytes: the bytes of the unit with its header and emulation prevention bytes, without start code or length.
  ///   - policy: how to treat values that the specification forbids; a lenient reader keeps them.
  /// - Throws: `SyntaxError` if nal_unit_type is not 32, if the unit is cut, or if it violates its structure.
  public init(nalUnit bytes: [UInt8], policy: BitReader.Policy = .strict) throws(SyntaxError) {
    self.init()
    if case .videoParameterSet(let set) = try NALUnit(whole: bytes, .vps, ParameterSets(), policy).payload { self = set }
  }

  /// Writes the set as a whole NAL unit with header and emulation prevention bytes, without start code or length: what `init(nalUnit:)`
  /// reads. `encoded()` writes the elements alone, without the trailing bits.
  /// - Throws: `SyntaxError` if a value cannot be written.
  public func encodedNALUnit() throws(SyntaxError) -> [UInt8] {
    try NALUnit(.vps, .videoParameterSet(self)).encoded(sets: ParameterSets())
  }
}

extension SeqParameterSet {
  /// Reads the set from a whole NAL unit. `init(parsing:)` takes the RBSP alone.
  /// - Parameters:
  ///   - bytes: the bytes of the unit with its header and emulation prevention bytes, without start code or length.
  ///   - sets: the preceding parameter sets, which only sets of layers above the base layer need.
  ///   - policy: how to treat values that the specification forbids; a lenient reader keeps them.
  /// - Throws: `SyntaxError` if nal_unit_type is not 33, if the unit is cut, or if it violates its structure.
  public init(nalUnit bytes: [UInt8], sets: ParameterSets = ParameterSets(), policy: BitReader.Policy = .strict) throws(SyntaxError) {
    self.init()
    if case .seqParameterSet(let set) = try NALUnit(whole: bytes, .sps, sets, policy).payload { self = set }
  }

  /// Writes the set as a whole NAL unit with header and emulation prevention bytes, without start code or length: what `init(nalUnit:)`
  /// reads. `encoded()` writes the elements alone, without the trailing bits.
  /// - Parameter sets: the preceding parameter sets, which only sets of layers above the base layer need.
  /// - Throws: `SyntaxError` if a value cannot be written.
  public func encodedNALUnit(sets: ParameterSets = ParameterSets()) throws(SyntaxError) -> [UInt8] {
    try NALUnit(.sps, .seqParameterSet(self)).encoded(sets: sets)
  }
}

extension PicParameterSet {
  /// Reads the set from a whole NAL unit. `init(parsing:)` takes the RBSP alone.
  /// - Parameters:
  ///   - bytes: the bytes of the unit with its header and emulation prevention bytes, without start code or length.
  ///   - policy: how to treat values that the specification forbids; a lenient reader keeps them.
  /// - Throws: `SyntaxError` if nal_unit_type is not 34, if the unit is cut, or if it violates its structure.
  public init(nalUnit bytes: [UInt8], policy: BitReader.Policy = .strict) throws(SyntaxError) {
    self.init()
    if case .picParameterSet(let set) = try NALUnit(whole: bytes, .pps, ParameterSets(), policy).payload { self = set }
  }

  /// Writes the set as a whole NAL unit with header and emulation prevention bytes, without start code or length: what `init(nalUnit:)`
  /// reads. `encoded()` writes the elements alone, without the trailing bits.
  /// - Throws: `SyntaxError` if a value cannot be written.
  public func encodedNALUnit() throws(SyntaxError) -> [UInt8] {
    try NALUnit(.pps, .picParameterSet(self)).encoded(sets: ParameterSets())
  }
}

extension NALUnit {
  /// Creates the unit of a parameter set.
  init(_ type: NALUnitType, _ payload: NALUnitPayload) {
    self.init()
    header.nalUnitType = type.rawValue
    self.payload = payload
  }

  /// Parses a unit that must have the given type and a structure without faults.
  init(whole unit: [UInt8], _ type: NALUnitType, _ sets: ParameterSets, _ policy: BitReader.Policy) throws(SyntaxError) {
    var findings: [SyntaxError] = []
    try self.init(parsing: unit, sets: sets, policy: policy, findings: &findings)
    if header.type != type { throw SyntaxError(.malformed("expected \(type.name), found \(header.type.name)"), element: "nal_unit_type") }
    if payload.isOther { throw findings.last ?? SyntaxError(.malformed("the unit is not readable"), element: "nal_unit") }
  }
}
