import BitstreamKit

/// Where the text of a track is drawn. In `gmhd`.
///
/// QuickTime File Format, "Text Media Information".
public struct TextMediaHeaderBox: TypedBox {
  public static let structureName: StaticString = "TextMediaHeaderBox"
  public static var boxType: FourCC { "text" }

  /// What becomes of the text's rectangle.
  public var matrix = TransformationMatrix()

  /// Drawn where it stands.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try matrix.syntax(&c)
  }
}
