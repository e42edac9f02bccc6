import BitstreamKit

/// How large a picture is, before it is turned or cropped.
///
/// ISO/IEC 23008-12:2022, 6.5.3 `ImageSpatialExtentsProperty`.
public struct ImageSpatialExtentsProperty: TypedBox {
  public static let structureName: StaticString = "ImageSpatialExtentsProperty"
  public static var boxType: FourCC { "ispe" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// In pixels.
  public var imageWidth: UInt32 = 0
  /// In pixels.
  public var imageHeight: UInt32 = 0

  /// No pixels.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("image_width", &imageWidth, bits: 32)
    try c.u("image_height", &imageHeight, bits: 32)
  }
}
