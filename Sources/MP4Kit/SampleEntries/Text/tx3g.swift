import BitstreamKit

/// 3GPP timed text; fonts follow as a box. `tx3g`, and `text` as some writers fill it.
///
/// 3GPP TS 26.245, 5.16 `TextSampleEntry`.
public struct TextSampleEntry: Box {
  public static let structureName: StaticString = "TextSampleEntry"
  public static var holdsBoxes: Bool { true }

  /// What every sample entry starts with.
  public var head = SampleEntryHead()
  /// How text is shown where a sample does not say otherwise.
  public var display = TextDisplay()

  /// White text on nothing.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try head.syntax(&c)
    try c.structure("TextSampleEntry", &display) { (c, v) throws(SyntaxError) in try v.syntax(&c) }
  }
}
