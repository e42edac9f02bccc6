import BitstreamKit

/// What a track is good for: `public.auxiliary-content` and its like.
///
/// QuickTime File Format, Media Characteristic Tags.
public struct MediaCharacteristicTagBox: TypedBox {
  public static let structureName: StaticString = "MediaCharacteristicTagBox"
  public static var boxType: FourCC { "tagc" }

  /// The tag; as a rule no zero stands behind it.
  public var tag = TerminatedString()

  /// No tag.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.text("tag", &tag)
  }
}
