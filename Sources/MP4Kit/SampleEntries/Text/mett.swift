import BitstreamKit

/// Sample entry of text-based timed metadata.
///
/// ISO/IEC 14496-12:2022, 12.3.3 `TextMetaDataSampleEntry`.
public struct TextMetaDataSampleEntry: TypedBox {
  public static let structureName: StaticString = "TextMetaDataSampleEntry"
  public static var boxType: FourCC { "mett" }
  public static var holdsBoxes: Bool { true }

  /// Fields common to all sample entries.
  public var head = SampleEntryHead()
  /// Content encoding of samples, e.g. `zip`; empty if not compressed.
  public var contentEncoding = TerminatedString()
  /// MIME type of the samples.
  public var mimeFormat = TerminatedString()

  /// Creates an entry with default values (text without a MIME type).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try head.syntax(&c)
    try c.text("content_encoding", &contentEncoding)
    try c.text("mime_format", &mimeFormat)
  }
}
