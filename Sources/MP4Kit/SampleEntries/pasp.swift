import BitstreamKit

/// The shape of a pixel.
///
/// ISO/IEC 14496-12:2022, 12.1.4 `PixelAspectRatioBox`.
public struct PixelAspectRatioBox: TypedBox {
  public static let structureName: StaticString = "PixelAspectRatioBox"
  public static var boxType: FourCC { "pasp" }

  /// Width of a pixel, in the unit of `vSpacing`.
  public var hSpacing: UInt32 = 1
  /// Height of a pixel.
  public var vSpacing: UInt32 = 1

  /// Square pixels.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("hSpacing", &hSpacing, bits: 32)
    try c.u("vSpacing", &vSpacing, bits: 32)
  }
}
