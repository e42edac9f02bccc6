import BitstreamKit

/// Sample entry of XML-based timed metadata.
///
/// ISO/IEC 14496-12:2022, 12.3.3 `XMLMetaDataSampleEntry`.
public struct XMLMetaDataSampleEntry: TypedBox {
  public static let structureName: StaticString = "XMLMetaDataSampleEntry"
  public static var boxType: FourCC { "metx" }
  public static var holdsBoxes: Bool { true }

  /// Fields common to all sample entries.
  public var head = SampleEntryHead()
  /// Content encoding of samples, e.g. `zip`; empty if not compressed.
  public var contentEncoding = TerminatedString()
  /// XML namespaces, separated by spaces.
  public var namespace = TerminatedString()
  /// Schema locations, separated by spaces; usually empty.
  public var schemaLocation = TerminatedString()

  /// Creates an entry with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try head.syntax(&c)
    try c.text("content_encoding", &contentEncoding)
    try c.text("namespace", &namespace)
    try c.text("schema_location", &schemaLocation)
  }
}
