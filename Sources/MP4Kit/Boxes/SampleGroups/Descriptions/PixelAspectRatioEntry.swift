import BitstreamKit

/// Pixel aspect ratio of a group of samples; the fields are those of `pasp`.
///
/// ISO/IEC 14496-12:2022, `PixelAspectRatioEntry`.
public struct PixelAspectRatioEntry: Syntax {
  public static let structureName: StaticString = "PixelAspectRatioEntry"

  /// Pixel aspect ratio.
  public var ratio = PixelAspectRatioBox()

  /// Creates an entry with default values (square pixels).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try ratio.syntax(&c)
  }
}
