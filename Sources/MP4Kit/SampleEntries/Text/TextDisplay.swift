import BitstreamKit

/// Default display settings of 3GPP timed text.
///
/// 3GPP TS 26.245, 5.16: the fields of a `TextSampleEntry`.
public struct TextDisplay: Equatable, Sendable {
  /// 0x20 scroll in, 0x40 scroll out, 0x180 scroll direction, 0x800 karaoke, 0x20000 vertical text, 0x40000 fill the region.
  public var displayFlags: UInt32 = 0
  /// 0 left, 1 centre, −1 right.
  public var horizontalJustification: Int8 = 0
  /// 0 top, 1 centre, −1 bottom.
  public var verticalJustification: Int8 = 0
  /// Background colour: red, green, blue and alpha.
  public var backgroundColorRGBA: [UInt8] = [0, 0, 0, 0]
  /// Text box: top, left, bottom and right in pixels, relative to the track.
  public var defaultTextBox: [Int16] = [0, 0, 0, 0]
  /// Default text style.
  public var defaultStyle = Style()

  /// Style of a range of characters.
  public struct Style: Equatable, Sendable {
    /// Offset of the first character.
    public var startChar: UInt16 = 0
    /// Offset after the last character.
    public var endChar: UInt16 = 0
    /// Font ID of `ftab`.
    public var fontID: UInt16 = 1
    /// 1 bold, 2 italic, 4 underlined.
    public var faceStyleFlags: UInt8 = 0
    /// Font size in pixels.
    public var fontSize: UInt8 = 12
    /// Text colour: red, green, blue and alpha.
    public var textColorRGBA: [UInt8] = [255, 255, 255, 255]

    /// Creates an instance with default values (white text, 12 pixels).
    public init() {}

    /// Codes the twelve bytes.
    public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
      try c.u("startChar", &startChar, bits: 16)
      try c.u("endChar", &endChar, bits: 16)
      try c.u("font-ID", &fontID, bits: 16)
      try c.u("face-style-flags", &faceStyleFlags, bits: 8)
      try c.u("font-size", &fontSize, bits: 8)
      try c.bytes("text-color-rgba", &textColorRGBA, count: 4)
    }
  }

  /// Creates an instance with default values (white text on a transparent background).
  public init() {}

  /// Codes the thirty bytes.
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
