import BitstreamKit

/// Data of an item of type `iovl`: an image composed of images at any places of a canvas.
///
/// ISO/IEC 23008-12:2022, 6.6.2.4.2 `ImageOverlay`. Not a box: usually in `idat`.
public struct ImageOverlay: Syntax {
  public static let structureName: StaticString = "ImageOverlay"

  /// The place of an image on the canvas.
  public struct Place: Equatable, Sendable {
    /// Distance of the left edge of the image from that of the canvas in pixels; negative to the left of it.
    public var horizontalOffset: Int32 = 0
    /// Distance of the upper edge of the image from that of the canvas in pixels; negative above it.
    public var verticalOffset: Int32 = 0

    /// Creates the place of an image in the upper left corner.
    public init() {}
  }

  /// Version: 0.
  public var version: UInt8 = 0
  /// Bit 0: sizes and offsets have 32 bits instead of 16.
  public var flags: UInt8 = 0
  /// Colour where no image is: R, G, B and alpha.
  public var canvasFillValue: [UInt16] = [0, 0, 0, 0]
  /// Width of the canvas in pixels.
  public var outputWidth: UInt32 = 0
  /// Height of the canvas in pixels.
  public var outputHeight: UInt32 = 0
  /// The places of the images, from the bottom to the top, in the order of the item's `dimg` references.
  public var places: [Place] = []

  /// Creates an overlay without images and size.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("version", &version, bits: 8, in: 0...0)
    try c.u("flags", &flags, bits: 8, in: 0...255, sizing: true, at: -1, -1)
    let fieldLength = flags & 1 != 0 ? 32 : 16
    try c.list("canvas_fill_value", &canvasFillValue, count: 4, atLeast: 16, 0) { (c, v, i) throws(SyntaxError) in
      try c.u("canvas_fill_value", &v, bits: 16, at: i)
    }
    try c.u("output_width", &outputWidth, bits: fieldLength)
    try c.u("output_height", &outputHeight, bits: fieldLength)
    try c.listToEnd(&places, Place()) { (c, v, i) throws(SyntaxError) in
      try c.i("horizontal_offset", &v.horizontalOffset, bits: fieldLength, at: i)
      try c.i("vertical_offset", &v.verticalOffset, bits: fieldLength, at: i)
    }
  }

  /// Size of the canvas in pixels.
  public var size: PictureSize { PictureSize(width: Int(clamping: outputWidth), height: Int(clamping: outputHeight)) }
}
