import BitstreamKit

/// How items are protected: boxes `sinf` follow.
///
/// ISO/IEC 14496-12:2022, 8.11.5 `ItemProtectionBox`.
public struct ItemProtectionBox: TypedBox {
  public static let structureName: StaticString = "ItemProtectionBox"
  public static var boxType: FourCC { "ipro" }
  public static var holdsBoxes: Bool { true }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// How many boxes follow.
  public var protectionCount: UInt16 = 0

  /// No protection.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("protection_count", &protectionCount, bits: 16)
  }
}
