import BitstreamKit

/// Key of the enclosing `----` metadata item: namespace (`mean`) or name (`name`).
///
/// As written by iTunes; not part of a published standard.
public struct ItemKeyBox: Box {
  public static let structureName: StaticString = "ItemKeyBox"

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Reverse domain name such as `com.apple.iTunes`, or a name; usually without a terminating zero.
  public var text = TerminatedString()

  /// Creates a box with no name.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.text("text", &text)
  }
}
