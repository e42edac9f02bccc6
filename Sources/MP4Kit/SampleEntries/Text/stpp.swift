import BitstreamKit

/// Sample entry of XML subtitles, e.g. TTML.
///
/// ISO/IEC 14496-12:2022, 12.6.3 `XMLSubtitleSampleEntry`.
public struct XMLSubtitleSampleEntry: TypedBox {
  public static let structureName: StaticString = "XMLSubtitleSampleEntry"
  public static var boxType: FourCC { "stpp" }
  public static var holdsBoxes: Bool { true }

  /// Fields common to all sample entries.
  public var head = SampleEntryHead()
  /// XML namespaces, separated by spaces.
  public var namespace = TerminatedString()
  /// Schema locations, separated by spaces; usually empty.
  public var schemaLocation = TerminatedString()
  /// MIME types of images and fonts in the samples, separated by spaces; empty if there are none.
  public var auxiliaryMimeTypes = TerminatedString()

  /// Creates an entry with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try head.syntax(&c)
    try c.text("namespace", &namespace)
    try c.text("schema_location", &schemaLocation)
    try c.text("auxiliary_mime_types", &auxiliaryMimeTypes)
  }
}
