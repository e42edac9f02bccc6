import BitstreamKit

/// The first two bytes of a NAL unit.
///
/// ITU-T H.265 (08/2021) 7.3.1.2 `nal_unit_header( )`, semantics 7.4.2.2.
public struct NALUnitHeader: FastSyntax {
  public static let structureName: StaticString = "nal_unit_header"

  /// 0; any other value means that the unit is damaged.
  public var forbiddenZeroBit: UInt8 = 0
  /// The unit type, 0 to 63 (Table 7-1).
  public var nalUnitType: UInt8 = 0
  /// The layer, 0 to 62 (63 is reserved); 0 is the base layer.
  public var nuhLayerId: UInt8 = 0
  /// The temporal sub-layer plus 1, 1 to 7.
  public var nuhTemporalIdPlus1: UInt8 = 1

  /// The header of a unit of the base layer.
  public init() {}

  public mutating func syntax<C: ElementCoder>(_ c: inout C) throws(SyntaxError) {
    try c.u("forbidden_zero_bit", &forbiddenZeroBit, bits: 1, in: 0...0)
    try c.u("nal_unit_type", &nalUnitType, bits: 6)
    try c.u("nuh_layer_id", &nuhLayerId, bits: 6)
    try c.u("nuh_temporal_id_plus1", &nuhTemporalIdPlus1, bits: 3, in: 1...7)
  }
}

extension NALUnitHeader {
  /// Parses the first two bytes of a unit; never fails, values out of range are stored.
  public init(firstBytes first: UInt8, _ second: UInt8) {
    forbiddenZeroBit = first >> 7
    nalUnitType = first >> 1 & 63
    nuhLayerId = (first & 1) << 5 | second >> 3
    nuhTemporalIdPlus1 = second & 7
  }

  /// The unit type, which has a name.
  public var type: NALUnitType { NALUnitType(rawValue: nalUnitType) }
}
