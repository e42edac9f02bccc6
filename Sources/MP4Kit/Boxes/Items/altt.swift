import BitstreamKit

/// Alternative text for a picture.
///
/// ISO/IEC 23008-12:2022, 6.5.21 `AccessibilityTextProperty`.
public struct AccessibilityTextProperty: TypedBox {
  public static let structureName: StaticString = "AccessibilityTextProperty"
  public static var boxType: FourCC { "altt" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Alternative text.
  public var altText = TerminatedString()
  /// RFC 5646 language tag; empty if unknown.
  public var altLang = TerminatedString()

  /// Creates an instance with no text.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.text("alt_text", &altText)
    try c.text("alt_lang", &altLang)
  }
}
