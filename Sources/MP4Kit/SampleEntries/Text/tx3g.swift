import BitstreamKit

/// 3GPP timed text sample entry, followed by a font table box: `tx3g`, and `text` as written by some writers.
///
/// 3GPP TS 26.245, 5.16 `TextSampleEntry`.
public struct TextSampleEntry: Box {
  public static let structureName: StaticString = "TextSampleEntry"
  public static var holdsBoxes: Bool { true }

  /// Fields common to all sample entries.
  public var head = SampleEntryHead()
  /// Default display settings of text samples.
  public var display = TextDisplay()

  /// Creates an entry with default values (white text on a transparent background).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try head.syntax(&c)
    try c.structure("TextSampleEntry", &display) { (c, v) throws(SyntaxError) in try v.syntax(&c) }
  }
}
