import BitstreamKit

/// Keywords of the media.
///
/// 3GPP TS 26.244, 8.2 `KeywordsBox`.
public struct KeywordsBox: TypedBox {
  public static let structureName: StaticString = "KeywordsBox"
  public static var boxType: FourCC { "kywd" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Language of the keywords.
  public var language = PackedLanguage()
  /// Keywords as coded, each with its terminating zero.
  public var keywords: [[UInt8]] = []

  /// Creates a box with no keywords.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("language", &language.code, bits: 16)
    let count = try c.count("keyword_cnt", keywords.count, bits: 8)
    try c.list("keywords", &keywords, count: count, atLeast: 8, []) { (c, v, _) throws(SyntaxError) in
      let size = try c.count("keyword_size", v.count, bits: 8)
      try c.characters("keyword_info", &v, count: size)
    }
  }
}
