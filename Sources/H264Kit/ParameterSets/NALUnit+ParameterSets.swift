import BitstreamKit

// Parameter sets as whole NAL units, without start code or length: as SDP, VideoToolbox and configuration records have them.

extension SeqParameterSet {
  /// Reads the set from a whole NAL unit. `init(parsing:)` takes the RBSP alone.
  /// - Parameters:
  ///   - bytes: the bytes of the unit with its header and emulation prevention bytes, without start code or length.
  ///   - policy: how to treat values that the specification forbids; a lenient reader keeps them.
  /// - Throws: `SyntaxError` if nal_unit_type is not 7, if the unit is cut, or if it violates its structure.
  public init(nalUnit bytes: [UInt8], policy: BitReader.Policy = .strict) throws(SyntaxError) {
    self.init()
    if case .seqParameterSet(let set) = try NALUnit(whole: bytes, .sps, ParameterSets(), policy).payload { self = set }
  }

  /// Writes the set as a whole NAL unit with header and emulation prevention bytes, without start code or length: what `init(nalUnit:)`
  /// reads. `encoded()` writes the elements alone, without the trailing bits.
  /// - Throws: `SyntaxError` if a value cannot be written.
  public func encodedNALUnit() throws(SyntaxError) -> [UInt8] {
    try NALUnit(.sps, .seqParameterSet(self)).encoded(sets: ParameterSets())
  }
}

extension PicParameterSet {
  /// Reads the set from a whole NAL unit.
  /// - Parameters:
  ///   - bytes: the bytes of the unit with its header and emulation prevention bytes, without start code or length.
  ///   - sets: the preceding parameter sets, among them the sequence parameter set that this one refers to. Without it, 4:2:0 is assumed.
  ///   - policy: how to treat values that the specification forbids; a lenient reader keeps them.
  /// - Throws: `SyntaxError` if nal_unit_type is not 8, if the unit is cut, or if it violates its structure.
  public init(nalUnit bytes: [UInt8], sets: ParameterSets, policy: BitReader.Policy = .strict) throws(SyntaxError) {
    self.init()
    if case .picParameterSet(let set) = try NALUnit(whole: bytes, .pps, sets, policy).payload { self = set }
  }

  /// Writes the set as a whole NAL unit with header and emulation prevention bytes, without start code or length: what `init(nalUnit:)`
  /// reads. `encoded()` writes the elements alone, without the trailing bits.
  /// - Parameter sets: the parameter sets that this one refers to, where it has scaling lists for 4:4:4 or extensions.
  /// - Throws: `SyntaxError` if a value cannot be written.
  public func encodedNALUnit(sets: ParameterSets = ParameterSets()) throws(SyntaxError) -> [UInt8] {
    try NALUnit(.pps, .picParameterSet(self)).encoded(sets: sets)
  }
}

extension NALUnit {
  /// Creates the unit of a parameter set.
  init(_ type: NALUnitType, _ payload: NALUnitPayload) {
    self.init()
    header.nalUnitType = type.rawValue
    header.nalRefIdc = 3
    self.payload = payload
  }

  /// Parses a unit that must have the given type and a structure without faults.
  init(whole unit: [UInt8], _ type: NALUnitType, _ sets: ParameterSets, _ policy: BitReader.Policy) throws(SyntaxError) {
    var findings: [SyntaxError] = []
    try self.init(parsing: unit, sets: sets, policy: policy, findings: &findings)
    if header.type != type {
      throw SyntaxError(.malformed("expected \(type.rawValue), found \(header.nalUnitType)"), element: "nal_unit_type")
    }
    if payload.isOther { throw findings.last ?? SyntaxError(.malformed("the unit is not readable"), element: "nal_unit") }
  }
}
