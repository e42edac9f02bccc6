import BitstreamKit

/// Fonts referenced by timed text.
///
/// 3GPP TS 26.245, 5.16 `FontTableBox`.
public struct FontTableBox: TypedBox {
  public static let structureName: StaticString = "FontTableBox"
  public static var boxType: FourCC { "ftab" }

  /// Fonts, at most 65535.
  public var entries: [Font] = []

  /// Creates a box with no fonts.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    let count = try c.count("entry-count", entries.count, bits: 16)
    try c.list("font-entry", &entries, count: count, atLeast: 24, Font()) { (c, v, i) throws(SyntaxError) in
      try c.u("font-ID", &v.fontID, bits: 16, at: i)
      let length = try c.count("font-name-length", v.fontName.count, bits: 8)
      try c.characters("font", &v.fontName, count: length)
    }
  }

  /// One font.
  public struct Font: Equatable, Sendable {
    /// Font ID used by styles.
    public var fontID: UInt16 = 1
    /// Comma-separated font names in order of preference: UTF-8, or UTF-16 with a byte order mark; at most 255 bytes.
    public var fontName: [UInt8] = []

    /// Creates an instance with default values.
    public init() {}
  }
}
