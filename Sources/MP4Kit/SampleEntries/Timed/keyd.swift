import BitstreamKit

/// The key that an entry of timed metadata goes by.
///
/// QuickTime File Format, "Timed Metadata", `MetadataKeyDeclarationBox`.
public struct MetadataKeyDeclarationBox: TypedBox {
  public static let structureName: StaticString = "MetadataKeyDeclarationBox"
  public static var boxType: FourCC { "keyd" }

  /// `mdta` for a name of the reverse domain form.
  public var keyNamespace: FourCC = "mdta"
  /// The name, as the namespace defines it.
  public var keyValue: [UInt8] = []

  /// No name.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fourCC("key_namespace", &keyNamespace)
    try c.restBytes("key_value", &keyValue)
  }
}
