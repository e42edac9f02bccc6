import BitstreamKit

/// QuickTime text sample entry, `text`. Some writers store the fields of `tx3g` in it instead.
///
/// QuickTime File Format, "Text Sample Description".
public struct QuickTimeTextSampleEntry: Box {
  public static let structureName: StaticString = "TextSampleDescription"
  public static var holdsBoxes: Bool { true }

  /// Default display settings of text samples.
  public struct Description: Equatable, Sendable {
    /// 0x2 do not scale to the box, 0x8 use the movie background, 0x20 scroll in, 0x40 scroll out, 0x1000 drop shadow, 0x4000 anti-alias.
    public var displayFlags: UInt32 = 0
    /// 0 left, 1 centre, −1 right.
    public var textJustification: Int32 = 0
    /// Background colour: red, green and blue.
    public var backgroundColor: [UInt16] = [0, 0, 0]
    /// Text box: top, left, bottom and right in pixels.
    public var defaultTextBox: [Int16] = [0, 0, 0, 0]
    /// Reserved: 0.
    public var reserved1: UInt64 = 0
    /// Font number: 0.
    public var fontNumber: UInt16 = 0
    /// 1 bold, 2 italic, 4 underlined, 8 outlined, 16 shadowed, 32 condensed, 64 extended.
    public var fontFace: UInt16 = 0
    /// Reserved: 0.
    public var reserved2: UInt8 = 0
    /// Reserved: 0.
    public var reserved3: UInt16 = 0
    /// Text colour: red, green and blue.
    public var foregroundColor: [UInt16] = [0, 0, 0]
    /// Font name, coded after a length byte; nil if the length is absent too.
    public var textName: [UInt8]?

    /// Creates an instance with default values (black on black).
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

  /// Fields common to all sample entries.
  public var head = SampleEntryHead()
  /// QuickTime fields; nil if the entry has the fields of `tx3g`.
  public var description: Description?
  /// Fields of `tx3g`; used if a font table or nothing follows them.
  public var display: TextDisplay?

  /// Creates an entry with default values.
  public init() { description = Description() }

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try head.syntax(&c)
    // The `tx3g` fields are shorter; they are followed by an `ftab` box or by the end of the entry.
    let isShort = c._fitting(description == nil ? 0 : 1, bytes: 43) == 0
    let isTX3G = c.upcoming(0x6674_6162, bits: 32, ahead: 34 * 8, atLeast: 38 * 8, display != nil) || isShort
    try c.when(isTX3G, &display, TextDisplay()) { (c, v) throws(SyntaxError) in
      try c.structure("TextSampleEntry", &v) { (c, v) throws(SyntaxError) in try v.syntax(&c) }
    }
    try c.when(!isTX3G, &description, Description()) { (c, v) throws(SyntaxError) in try v.syntax(&c) }
  }
}
