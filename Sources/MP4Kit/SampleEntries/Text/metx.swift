import BitstreamKit

/// Timed metadata as XML.
///
/// ISO/IEC 14496-12:2022, 12.3.3 `XMLMetaDataSampleEntry`.
public struct XMLMetaDataSampleEntry: TypedBox {
  public static let structureName: StaticString = "XMLMetaDataSampleEntry"
  public static var boxType: FourCC { "metx" }
  public static var holdsBoxes: Bool { true }

  /// What every sample entry starts with.
  public var head = SampleEntryHead()
  /// How samples are compressed: `zip`; empty for not at all.
  public var contentEncoding = TerminatedString()
  /// Namespaces of the documents, spaces between them.
  public var namespace = TerminatedString()
  /// Where their schemas are, spaces between them; as a rule empty.
  public var schemaLocation = TerminatedString()

  /// Documents of no namespace.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try head.syntax(&c)
    try c.text("content_encoding", &contentEncoding)
    try c.text("namespace", &namespace)
    try c.text("schema_location", &schemaLocation)
  }
}
