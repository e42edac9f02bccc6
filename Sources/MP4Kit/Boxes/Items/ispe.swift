import BitstreamKit

/// Size of a picture before rotation and cropping.
///
/// ISO/IEC 23008-12:2022, 6.5.3 `ImageSpatialExtentsProperty`.
public struct ImageSpatialExtentsProperty: TypedBox {
  public static let structureName: StaticString = "ImageSpatialExtentsProperty"
  public static var boxType: FourCC { "ispe" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Width in pixels.
  public var imageWidth: UInt32 = 0
  /// Height in pixels.
  public var imageHeight: UInt32 = 0

  /// Creates an instance with size 0.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("image_width", &imageWidth, bits: 32)
    try c.u("image_height", &imageHeight, bits: 32)
  }
}
