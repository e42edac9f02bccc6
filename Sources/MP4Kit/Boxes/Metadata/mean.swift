import BitstreamKit

/// Which item of metadata the box `----` around it is: who names it (`mean`) and how (`name`).
///
/// iTunes, as it writes it; no published standard has it.
public struct ItemKeyBox: Box {
  public static let structureName: StaticString = "ItemKeyBox"

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// A domain spelt backwards, such as `com.apple.iTunes`, or a name; as a rule no zero stands behind it.
  public var text = TerminatedString()

  /// No name.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.text("text", &text)
  }
}
