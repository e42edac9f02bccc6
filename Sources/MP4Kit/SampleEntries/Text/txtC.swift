import BitstreamKit

/// Text that precedes every sample.
///
/// ISO/IEC 14496-12:2022, 12.5.3 `TextConfigBox`.
public struct TextConfigBox: TypedBox {
  public static let structureName: StaticString = "TextConfigBox"
  public static var boxType: FourCC { "txtC" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Text, UTF-8.
  public var textConfig = TerminatedString()

  /// Creates a box with no text.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.text("text_config", &textConfig)
  }
}
