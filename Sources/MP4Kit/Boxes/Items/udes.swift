import BitstreamKit

/// User-defined name, description and tags of an item.
///
/// ISO/IEC 23008-12:2022, 6.5.20 `UserDescriptionProperty`.
public struct UserDescriptionProperty: TypedBox {
  public static let structureName: StaticString = "UserDescriptionProperty"
  public static var boxType: FourCC { "udes" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// RFC 5646 language tag; empty if unknown.
  public var lang = TerminatedString()
  /// Human-readable name.
  public var name = TerminatedString()
  /// Human-readable description.
  public var description = TerminatedString()
  /// Comma-separated tags.
  public var tags = TerminatedString()

  /// Creates an instance with no text.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.text("lang", &lang)
    try c.text("name", &name)
    try c.text("description", &description)
    try c.text("tags", &tags)
  }
}
