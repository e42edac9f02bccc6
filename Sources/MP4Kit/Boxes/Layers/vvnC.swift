import BitstreamKit

/// NAL unit length size of a VVC track without a configuration record.
///
/// ISO/IEC 14496-15:2022, `VvcNALUConfigBox`.
public struct VvcNALUConfigBox: TypedBox {
  public static let structureName: StaticString = "VvcNALUConfigBox"
  public static var boxType: FourCC { "vvnC" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Reserved: 0.
  public var reserved: UInt8 = 0
  /// Size of NAL unit length fields in bytes, minus 1: 0, 1 or 3.
  public var lengthSizeMinusOne: UInt8 = 3

  /// Creates a box with default values (4-byte lengths).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("reserved", &reserved, bits: 6)
    try c.u("LengthSizeMinusOne", &lengthSizeMinusOne, bits: 2)
  }
}
