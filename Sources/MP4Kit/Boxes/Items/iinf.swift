import BitstreamKit

/// What items there are: entries follow as boxes of type `infe`.
///
/// ISO/IEC 14496-12:2022, 8.11.6 `ItemInfoBox`.
public struct ItemInfoBox: TypedBox {
  public static let structureName: StaticString = "ItemInfoBox"
  public static var boxType: FourCC { "iinf" }
  public static var holdsBoxes: Bool { true }

  /// 1 for a count of 32 bits.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// How many entries follow.
  public var entryCount: UInt32 = 0

  /// No items.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags, versions: 0...1)
    try c.u("entry_count", &entryCount, bits: version == 0 ? 16 : 32)
  }
}
