import BitstreamKit

/// The name of a track or movie, in `udta`.
///
/// QuickTime File Format, User Data Atoms.
public struct UserDataNameBox: Box {
  public static let structureName: StaticString = "UserDataNameBox"

  /// The name; as a rule no zero stands behind it.
  public var name = TerminatedString()

  /// No name.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.text("name", &name)
  }
}
