import BitstreamKit

/// How 3GPP timed text is shown.
///
/// 3GPP TS 26.245, 5.16: the fields of a `TextSampleEntry`.
public struct TextDisplay: Equatable, Sendable {
  /// 0x20 scrolls in, 0x40 scrolls out, 0x180 the direction, 0x800 karaoke, 0x20000 written vertically, 0x40000 fills its region.
  public var displayFlags: UInt32 = 0
  /// 0 left, 1 centred, −1 right.
  public var horizontalJustification: Int8 = 0
  /// 0 top, 1 centred, −1 bottom.
  public var verticalJustification: Int8 = 0
  /// Red, green, blue and alpha.
  public var backgroundColorRGBA: [UInt8] = [0, 0, 0, 0]
  /// Top, left, bottom and right in pixels, from the track's corner.
  public var defaultTextBox: [Int16] = [0, 0, 0, 0]
  /// How letters look.
  public var defaultStyle = Style()

  /// Letters of one look.
  public struct Style: Equatable, Sendable {
    /// The first of the letters.
    public var startChar: UInt16 = 0
    /// The one behind the last.
    public var endChar: UInt16 = 0
    /// A number of `ftab`.
    public var fontID: UInt16 = 1
    /// 1 bold, 2 italic, 4 underlined.
    public var faceStyleFlags: UInt8 = 0
    /// In pixels.
    public var fontSize: UInt8 = 12
    /// Red, green, blue and alpha.
    public var textColorRGBA: [UInt8] = [255, 255, 255, 255]

    /// White letters of 12 pixels.
    public init() {}

    /// Names the twelve bytes.
    public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
      try c.u("startChar", &startChar, bits: 16)
      try c.u("endChar", &endChar, bits: 16)
      try c.u("font-ID", &fontID, bits: 16)
      try c.u("face-style-flags", &faceStyleFlags, bits: 8)
      try c.u("font-size", &fontSize, bits: 8)
      try c.bytes("text-color-rgba", &textColorRGBA, count: 4)
    }
  }

  /// White text on nothing.
  public init() {}

  /// Names the thirty bytes.
  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("displayFlags", &displayFlags, bits: 32)
    try c.i("horizontal-justification", &horizontalJustification, bits: 8)
    try c.i("vertical-justification", &verticalJustification, bits: 8)
    try c.bytes("background-color-rgba", &backgroundColorRGBA, count: 4)
    try c.list("default-text-box", &defaultTextBox, count: 4, atLeast: 16, 0) { (c, v, i) throws(SyntaxError) in
      try c.i("default-text-box", &v, bits: 16, at: i)
    }
    try c.structure("default-style", &defaultStyle) { (c, v) throws(SyntaxError) in try v.syntax(&c) }
  }
}
