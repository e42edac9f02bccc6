import BitstreamKit

/// What people say about an item.
///
/// ISO/IEC 23008-12:2022, 6.5.20 `UserDescriptionProperty`.
public struct UserDescriptionProperty: TypedBox {
  public static let structureName: StaticString = "UserDescriptionProperty"
  public static var boxType: FourCC { "udes" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// The language, as RFC 5646 has it; empty where unknown.
  public var lang = TerminatedString()
  /// What it is called.
  public var name = TerminatedString()
  /// What it shows.
  public var description = TerminatedString()
  /// Words to find it by, with commas between them.
  public var tags = TerminatedString()

  /// No words.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.text("lang", &lang)
    try c.text("name", &name)
    try c.text("description", &description)
    try c.text("tags", &tags)
  }
}
