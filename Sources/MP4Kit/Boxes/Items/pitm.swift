import BitstreamKit

/// The item that stands for all: the picture to show.
///
/// ISO/IEC 14496-12:2022, 8.11.4 `PrimaryItemBox`.
public struct PrimaryItemBox: TypedBox {
  public static let structureName: StaticString = "PrimaryItemBox"
  public static var boxType: FourCC { "pitm" }

  /// 1 for items' numbers of 32 bits.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// The item.
  public var itemID: UInt32 = 1

  /// Item 1.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags, versions: 0...1)
    try c.u("item_ID", &itemID, bits: version == 0 ? 16 : 32)
  }
}
