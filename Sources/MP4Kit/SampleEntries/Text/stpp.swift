import BitstreamKit

/// Subtitles as XML: TTML and its like.
///
/// ISO/IEC 14496-12:2022, 12.6.3 `XMLSubtitleSampleEntry`.
public struct XMLSubtitleSampleEntry: TypedBox {
  public static let structureName: StaticString = "XMLSubtitleSampleEntry"
  public static var boxType: FourCC { "stpp" }
  public static var holdsBoxes: Bool { true }

  /// What every sample entry starts with.
  public var head = SampleEntryHead()
  /// Namespaces of the documents, spaces between them.
  public var namespace = TerminatedString()
  /// Where their schemas are, spaces between them; as a rule empty.
  public var schemaLocation = TerminatedString()
  /// Media types of pictures and fonts in the samples, spaces between them; empty where there are none.
  public var auxiliaryMimeTypes = TerminatedString()

  /// Documents of no namespace.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try head.syntax(&c)
    try c.text("namespace", &namespace)
    try c.text("schema_location", &schemaLocation)
    try c.text("auxiliary_mime_types", &auxiliaryMimeTypes)
  }
}
