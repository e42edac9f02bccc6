import BitstreamKit

/// The album that the media is from.
///
/// 3GPP TS 26.244, 8.2 `AlbumBox`.
public struct AlbumBox: TypedBox {
  public static let structureName: StaticString = "AlbumBox"
  public static var boxType: FourCC { "albm" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// The title's language.
  public var language = PackedLanguage()
  /// The title.
  public var albumTitle = UserDataText()
  /// Which track of the album, counted from 1.
  public var trackNumber: UInt8?

  /// No title.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("language", &language.code, bits: 16)
    try albumTitle.syntax(&c, "album_title")
    let isNumbered = c.moreBytes(trackNumber != nil)
    try c.u("track_number", &trackNumber, bits: 8, when: isNumbered)
  }
}
