import BitstreamKit

/// Display settings of a time code.
///
/// QuickTime File Format, "Timecode Media Information Atom".
public struct TimecodeMediaInformationBox: TypedBox {
  public static let structureName: StaticString = "TimecodeMediaInformationBox"
  public static var boxType: FourCC { "tcmi" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// System font number; 0 if `fontName` is used.
  public var textFont: UInt16 = 0
  /// 1 bold, 2 italic, 4 underlined, 8 outlined, 16 shadowed, 32 condensed, 64 extended.
  public var textFace: UInt16 = 0
  /// Font size in points.
  public var textSize: UInt16 = 12
  /// Reserved: 0.
  public var reserved: UInt16 = 0
  /// Text colour: red, green and blue.
  public var textColor: [UInt16] = [0, 0, 0]
  /// Background colour: red, green and blue.
  public var backgroundColor: [UInt16] = [0xFFFF, 0xFFFF, 0xFFFF]
  /// Font name, at most 255 bytes, coded after a length byte.
  public var fontName: [UInt8] = []

  /// Creates a box with default values (black on white).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("text_font", &textFont, bits: 16)
    try c.u("text_face", &textFace, bits: 16)
    try c.u("text_size", &textSize, bits: 16)
    try c.u("reserved", &reserved, bits: 16)
    try c.list("text_color", &textColor, count: 3, atLeast: 16, 0) { (c, v, i) throws(SyntaxError) in
      try c.u("text_color", &v, bits: 16, at: i)
    }
    try c.list("background_color", &backgroundColor, count: 3, atLeast: 16, 0) { (c, v, i) throws(SyntaxError) in
      try c.u("background_color", &v, bits: 16, at: i)
    }
    let fontNameLength = try c.count("font_name_length", fontName.count, bits: 8)
    try c.characters("font_name", &fontName, count: fontNameLength)
  }
}
