import BitstreamKit

/// The first byte of a NAL unit.
///
/// ITU-T H.264 (08/2021) 7.3.1 `nal_unit( )`, semantics 7.4.1.
public struct NALUnitHeader: Syntax {
  public static let structureName: StaticString = "nal_unit_header"

  /// 0; anything else means that the unit is damaged.
  public var forbiddenZeroBit: UInt8 = 0
  /// 0 for a unit that no other picture is predicted from, 1 to 3 otherwise.
  public var nalRefIdc: UInt8 = 0
  /// What the unit holds, 0 to 31 (Table 7-1).
  public var nalUnitType: UInt8 = 0

  /// A header of all zeros.
  public init() {}

  @inlinable public mutating func syntax<C: SyntaxCoder>(_ c: inout C) throws(SyntaxError) {
    try c.u("forbidden_zero_bit", &forbiddenZeroBit, bits: 1, in: 0...0)
    try c.u("nal_ref_idc", &nalRefIdc, bits: 2)
    try c.u("nal_unit_type", &nalUnitType, bits: 5)
  }
}

extension NALUnitHeader {
  /// The header in a unit's first byte; never fails, a forbidden bit that is set is kept.
  @inlinable public init(firstByte: UInt8) {
    forbiddenZeroBit = firstByte >> 7
    nalRefIdc = firstByte >> 5 & 3
    nalUnitType = firstByte & 31
  }
}
