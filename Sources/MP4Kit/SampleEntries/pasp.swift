import BitstreamKit

/// Pixel aspect ratio.
///
/// ISO/IEC 14496-12:2022, 12.1.4 `PixelAspectRatioBox`.
public struct PixelAspectRatioBox: TypedBox {
  public static let structureName: StaticString = "PixelAspectRatioBox"
  public static var boxType: FourCC { "pasp" }

  /// Relative width of a pixel.
  public var hSpacing: UInt32 = 1
  /// Relative height of a pixel.
  public var vSpacing: UInt32 = 1

  /// Creates a box with default values (square pixels).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("hSpacing", &hSpacing, bits: 32)
    try c.u("vSpacing", &vSpacing, bits: 32)
  }
}
