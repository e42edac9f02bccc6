import BitstreamKit

/// Album of the media.
///
/// 3GPP TS 26.244, 8.2 `AlbumBox`.
public struct AlbumBox: TypedBox {
  public static let structureName: StaticString = "AlbumBox"
  public static var boxType: FourCC { "albm" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Language of the title.
  public var language = PackedLanguage()
  /// Album title.
  public var albumTitle = UserDataText()
  /// 1-based track number in the album; nil if absent.
  public var trackNumber: UInt8?

  /// Creates a box with no title.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("language", &language.code, bits: 16)
    try albumTitle.syntax(&c, "album_title")
    let isNumbered = c.moreBytes(trackNumber != nil)
    try c.u("track_number", &trackNumber, bits: 8, when: isNumbered)
  }
}
