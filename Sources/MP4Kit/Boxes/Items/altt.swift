import BitstreamKit

/// Words for those who cannot see the picture.
///
/// ISO/IEC 23008-12:2022, 6.5.21 `AccessibilityTextProperty`.
public struct AccessibilityTextProperty: TypedBox {
  public static let structureName: StaticString = "AccessibilityTextProperty"
  public static var boxType: FourCC { "altt" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// The words.
  public var altText = TerminatedString()
  /// Their language, as RFC 5646 has it; empty where unknown.
  public var altLang = TerminatedString()

  /// No words.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.text("alt_text", &altText)
    try c.text("alt_lang", &altLang)
  }
}
