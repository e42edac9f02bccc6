import BitstreamKit

/// The shape of the pixels of a group; the fields are those of `pasp`.
///
/// ISO/IEC 14496-12:2022, `PixelAspectRatioEntry`.
public struct PixelAspectRatioEntry: Syntax {
  public static let structureName: StaticString = "PixelAspectRatioEntry"

  /// The shape.
  public var ratio = PixelAspectRatioBox()

  /// Square pixels.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try ratio.syntax(&c)
  }
}
