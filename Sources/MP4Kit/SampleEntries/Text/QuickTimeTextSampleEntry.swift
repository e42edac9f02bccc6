import BitstreamKit

/// QuickTime's text, `text`. Some writers put the fields of `tx3g` there instead.
///
/// QuickTime File Format, "Text Sample Description".
public struct QuickTimeTextSampleEntry: Box {
  public static let structureName: StaticString = "TextSampleDescription"
  public static var holdsBoxes: Bool { true }

  /// How text is shown where a sample does not say otherwise.
  public struct Description: Equatable, Sendable {
    /// 0x2 not scaled to the box, 0x8 with the movie's background, 0x20 scrolls in, 0x40 scrolls out, 0x1000 shadows, 0x4000 drawn
    /// without edges.
    public var displayFlags: UInt32 = 0
    /// 0 left, 1 centred, −1 right.
    public var textJustification: Int32 = 0
    /// Red, green and blue.
    public var backgroundColor: [UInt16] = [0, 0, 0]
    /// Top, left, bottom and right in pixels.
    public var defaultTextBox: [Int16] = [0, 0, 0, 0]
    /// 0.
    public var reserved1: UInt64 = 0
    /// 0.
    public var fontNumber: UInt16 = 0
    /// 1 bold, 2 italic, 4 underlined, 8 outlined, 16 shadowed, 32 condensed, 64 extended.
    public var fontFace: UInt16 = 0
    /// 0.
    public var reserved2: UInt8 = 0
    /// 0.
    public var reserved3: UInt16 = 0
    /// Red, green and blue.
    public var foregroundColor: [UInt16] = [0, 0, 0]
    /// The font's name, its length in front of it; nil where not even that is there.
    public var textName: [UInt8]?

    /// Black on black.
    public init() {}

    mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
      try c.u("display_flags", &displayFlags, bits: 32)
      try c.i("text_justification", &textJustification, bits: 32)
      try c.list("background_color", &backgroundColor, count: 3, atLeast: 16, 0) { (c, v, i) throws(SyntaxError) in
        try c.u("background_color", &v, bits: 16, at: i)
      }
      try c.list("default_text_box", &defaultTextBox, count: 4, atLeast: 16, 0) { (c, v, i) throws(SyntaxError) in
        try c.i("default_text_box", &v, bits: 16, at: i)
      }
      try c.u("reserved", &reserved1, bits: 64)
      try c.u("font_number", &fontNumber, bits: 16)
      try c.u("font_face", &fontFace, bits: 16)
      try c.u("reserved", &reserved2, bits: 8)
      try c.u("reserved", &reserved3, bits: 16)
      try c.list("foreground_color", &foregroundColor, count: 3, atLeast: 16, 0) { (c, v, i) throws(SyntaxError) in
        try c.u("foreground_color", &v, bits: 16, at: i)
      }
      let isNamed = c.moreBytes(textName != nil)
      try c.when(isNamed, &textName, []) { (c, v) throws(SyntaxError) in
        let length = try c.count("text_name_length", v.count, bits: 8)
        try c.characters("text_name", &v, count: length)
      }
    }
  }

  /// What every sample entry starts with.
  public var head = SampleEntryHead()
  /// QuickTime's fields.
  public var description: Description?
  /// The fields of `tx3g`, where a font table or nothing follows them.
  public var display: TextDisplay?

  /// Text.
  public init() { description = Description() }

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try head.syntax(&c)
    // The other form is shorter, and a box of fonts announces itself behind it.
    let isShort = c._fitting(description == nil ? 0 : 1, bytes: 43) == 0
    let isTX3G = c.upcoming(0x6674_6162, bits: 32, ahead: 34 * 8, atLeast: 38 * 8, display != nil) || isShort
    try c.when(isTX3G, &display, TextDisplay()) { (c, v) throws(SyntaxError) in
      try c.structure("TextSampleEntry", &v) { (c, v) throws(SyntaxError) in try v.syntax(&c) }
    }
    try c.when(!isTX3G, &description, Description()) { (c, v) throws(SyntaxError) in try v.syntax(&c) }
  }
}
