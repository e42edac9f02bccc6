import BitstreamKit

/// Timed metadata as text.
///
/// ISO/IEC 14496-12:2022, 12.3.3 `TextMetaDataSampleEntry`.
public struct TextMetaDataSampleEntry: TypedBox {
  public static let structureName: StaticString = "TextMetaDataSampleEntry"
  public static var boxType: FourCC { "mett" }
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
