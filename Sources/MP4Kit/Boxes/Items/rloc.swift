import BitstreamKit

/// Where a picture lies in the larger one that it is a tile of.
///
/// ISO/IEC 23008-12:2022, 6.5.7 `RelativeLocationProperty`.
public struct RelativeLocationProperty: TypedBox {
  public static let structureName: StaticString = "RelativeLocationProperty"
  public static var boxType: FourCC { "rloc" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// From the left, in pixels.
  public var horizontalOffset: UInt32 = 0
  /// From the top, in pixels.
  public var verticalOffset: UInt32 = 0

  /// In the corner.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("horizontal_offset", &horizontalOffset, bits: 32)
    try c.u("vertical_offset", &verticalOffset, bits: 32)
  }
}
