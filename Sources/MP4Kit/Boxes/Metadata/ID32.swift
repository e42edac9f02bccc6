import BitstreamKit

/// ID3v2 metadata.
///
/// ID3v2 in ISO base media files, www.mp4ra.org: `ID3v2Box`.
public struct ID3v2Box: TypedBox {
  public static let structureName: StaticString = "ID3v2Box"
  public static var boxType: FourCC { "ID32" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Language.
  public var language = PackedLanguage()
  /// ID3v2 tag, starting with `ID3`.
  public var iD3v2Data: [UInt8] = []

  /// Creates a box with no tag.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("language", &language.code, bits: 16)
    try c.restBytes("ID3v2_data", &iD3v2Data)
  }
}
