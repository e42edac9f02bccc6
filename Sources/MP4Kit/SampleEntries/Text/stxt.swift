import BitstreamKit

/// Sample entry of simple text.
///
/// ISO/IEC 14496-12:2022, 12.5.3 `SimpleTextSampleEntry`.
public struct SimpleTextSampleEntry: TypedBox {
  public static let structureName: StaticString = "SimpleTextSampleEntry"
  public static var boxType: FourCC { "stxt" }
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
