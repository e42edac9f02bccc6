import BitstreamKit

/// Position of the text of a track. In `gmhd`.
///
/// QuickTime File Format, "Text Media Information".
public struct TextMediaHeaderBox: TypedBox {
  public static let structureName: StaticString = "TextMediaHeaderBox"
  public static var boxType: FourCC { "text" }

  /// Transformation matrix of the text rectangle.
  public var matrix = TransformationMatrix()

  /// Creates a box with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try matrix.syntax(&c)
  }
}
