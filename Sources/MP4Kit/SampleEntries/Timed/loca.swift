import BitstreamKit

/// Language of a timed metadata key.
///
/// QuickTime File Format, "Timed Metadata", `MetadataLocaleBox`.
public struct MetadataLocaleBox: TypedBox {
  public static let structureName: StaticString = "MetadataLocaleBox"
  public static var boxType: FourCC { "loca" }

  /// BCP 47 language tag.
  public var localeString = TerminatedString()

  /// Creates a box with no language.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.text("locale_string", &localeString)
  }
}
