import BitstreamKit

/// Media characteristic of a track, e.g. `public.auxiliary-content`.
///
/// QuickTime File Format, Media Characteristic Tags.
public struct MediaCharacteristicTagBox: TypedBox {
  public static let structureName: StaticString = "MediaCharacteristicTagBox"
  public static var boxType: FourCC { "tagc" }

  /// Tag; usually without a terminating zero.
  public var tag = TerminatedString()

  /// Creates a box with no tag.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.text("tag", &tag)
  }
}
