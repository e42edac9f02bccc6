import BitstreamKit

/// The length of NAL units of VVC in a track without a configuration record.
///
/// ISO/IEC 14496-15:2022, `VvcNALUConfigBox`.
public struct VvcNALUConfigBox: TypedBox {
  public static let structureName: StaticString = "VvcNALUConfigBox"
  public static var boxType: FourCC { "vvnC" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// 0.
  public var reserved: UInt8 = 0
  /// The size of the lengths before NAL units, less one: 0, 1 or 3.
  public var lengthSizeMinusOne: UInt8 = 3

  /// Lengths of four bytes.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("reserved", &reserved, bits: 6)
    try c.u("LengthSizeMinusOne", &lengthSizeMinusOne, bits: 2)
  }
}
