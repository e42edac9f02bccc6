import BitstreamKit

/// Protection of items; `sinf` boxes follow.
///
/// ISO/IEC 14496-12:2022, 8.11.5 `ItemProtectionBox`.
public struct ItemProtectionBox: TypedBox {
  public static let structureName: StaticString = "ItemProtectionBox"
  public static var boxType: FourCC { "ipro" }
  public static var holdsBoxes: Bool { true }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Number of boxes that follow.
  public var protectionCount: UInt16 = 0

  /// Creates a box with no protection.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("protection_count", &protectionCount, bits: 16)
  }
}
