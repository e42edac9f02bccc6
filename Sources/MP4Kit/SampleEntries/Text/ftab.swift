import BitstreamKit

/// The fonts that text names by numbers.
///
/// 3GPP TS 26.245, 5.16 `FontTableBox`.
public struct FontTableBox: TypedBox {
  public static let structureName: StaticString = "FontTableBox"
  public static var boxType: FourCC { "ftab" }

  /// At most 65535 fonts.
  public var entries: [Font] = []

  /// No fonts.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    let count = try c.count("entry-count", entries.count, bits: 16)
    try c.list("font-entry", &entries, count: count, atLeast: 24, Font()) { (c, v, i) throws(SyntaxError) in
      try c.u("font-ID", &v.fontID, bits: 16, at: i)
      let length = try c.count("font-name-length", v.fontName.count, bits: 8)
      try c.characters("font", &v.fontName, count: length)
    }
  }

  /// A font.
  public struct Font: Equatable, Sendable {
    /// The number that styles name it by.
    public var fontID: UInt16 = 1
    /// Names of fonts, the best first, with commas between them: UTF-8 or UTF-16 with a byte order mark, at most 255 bytes.
    public var fontName: [UInt8] = []

    /// A font without a name.
    public init() {}
  }
}
