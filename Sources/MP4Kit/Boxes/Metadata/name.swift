import BitstreamKit

/// Name of a track or movie, in `udta`.
///
/// QuickTime File Format, User Data Atoms.
public struct UserDataNameBox: Box {
  public static let structureName: StaticString = "UserDataNameBox"

  /// Name; usually without a terminating zero.
  public var name = TerminatedString()

  /// Creates a box with no name.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.text("name", &name)
  }
}
