import BitstreamKit

/// A parameter set used by the samples of the group.
///
/// ISO/IEC 14496-15:2022, `ParameterSetNALUEntry`.
public struct ParameterSetNALUEntry: Syntax {
  public static let structureName: StaticString = "ParameterSetNALUEntry"

  /// The NAL unit.
  public var psNalUnit: [UInt8] = []

  /// Creates an entry with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    let count = try c.count("ps_nalu_length", psNalUnit.count, bits: 16)
    try c.bytes("ps_nal_unit", &psNalUnit, count: count)
  }
}
