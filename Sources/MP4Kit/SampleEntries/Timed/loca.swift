import BitstreamKit

/// The language of an entry of timed metadata.
///
/// QuickTime File Format, "Timed Metadata", `MetadataLocaleBox`.
public struct MetadataLocaleBox: TypedBox {
  public static let structureName: StaticString = "MetadataLocaleBox"
  public static var boxType: FourCC { "loca" }

  /// A tag of BCP 47.
  public var localeString = TerminatedString()

  /// No language.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.text("locale_string", &localeString)
  }
}
