import BitstreamKit

/// Item list; entries follow as `infe` boxes.
///
/// ISO/IEC 14496-12:2022, 8.11.6 `ItemInfoBox`.
public struct ItemInfoBox: TypedBox {
  public static let structureName: StaticString = "ItemInfoBox"
  public static var boxType: FourCC { "iinf" }
  public static var holdsBoxes: Bool { true }

  /// FullBox version: 1 for a 32-bit count.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Number of entries that follow.
  public var entryCount: UInt32 = 0

  /// Creates a box with no items.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags, versions: 0...1)
    try c.u("entry_count", &entryCount, bits: version == 0 ? 16 : 32)
  }
}
