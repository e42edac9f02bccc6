import BitstreamKit

/// Subtitles as plain text.
///
/// ISO/IEC 14496-12:2022, 12.6.3 `TextSubtitleSampleEntry`.
public struct TextSubtitleSampleEntry: TypedBox {
  public static let structureName: StaticString = "TextSubtitleSampleEntry"
  public static var boxType: FourCC { "sbtt" }
  public static var holdsBoxes: Bool { true }

  /// What every sample entry starts with.
  public var head = SampleEntryHead()
  /// How samples are compressed: `zip`; empty for not at all.
  public var contentEncoding = TerminatedString()
  /// The media type of a sample.
  public var mimeFormat = TerminatedString()

  /// Text of no type.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try head.syntax(&c)
    try c.text("content_encoding", &contentEncoding)
    try c.text("mime_format", &mimeFormat)
  }
}
