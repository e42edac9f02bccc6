import BitstreamKit

/// Thumbnail picture of the file.
///
/// Found at the top level or in `udta`; not part of a published standard.
public struct ThumbnailBox: TypedBox {
  public static let structureName: StaticString = "ThumbnailBox"
  public static var boxType: FourCC { "thmb" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Image format.
  public var format = FourCC(rawValue: 0)
  /// Image data.
  public var data: [UInt8] = []

  /// Creates a box with no picture.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.fourCC("format", &format)
    try c.restBytes("data", &data)
  }
}
