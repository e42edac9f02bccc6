import BitstreamKit

/// Metadata in the form of ID3.
///
/// ID3v2 in ISO base media files, www.mp4ra.org: `ID3v2Box`.
public struct ID3v2Box: TypedBox {
  public static let structureName: StaticString = "ID3v2Box"
  public static var boxType: FourCC { "ID32" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// Its language.
  public var language = PackedLanguage()
  /// A tag: `ID3` and what follows.
  public var iD3v2Data: [UInt8] = []

  /// No tag.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("language", &language.code, bits: 16)
    try c.restBytes("ID3v2_data", &iD3v2Data)
  }
}
