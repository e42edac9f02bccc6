import BitstreamKit

/// Key of timed metadata values.
///
/// QuickTime File Format, "Timed Metadata", `MetadataKeyDeclarationBox`.
public struct MetadataKeyDeclarationBox: TypedBox {
  public static let structureName: StaticString = "MetadataKeyDeclarationBox"
  public static var boxType: FourCC { "keyd" }

  /// Key namespace, e.g. `mdta` for a reverse domain name.
  public var keyNamespace: FourCC = "mdta"
  /// Key; its format depends on the namespace.
  public var keyValue: [UInt8] = []

  /// Creates a box with no name.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fourCC("key_namespace", &keyNamespace)
    try c.restBytes("key_value", &keyValue)
  }
}
