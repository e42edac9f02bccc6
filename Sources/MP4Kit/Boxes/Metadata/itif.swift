import BitstreamKit

/// ID of a metadata item.
///
/// QuickTime File Format, Item Information Atom.
public struct ItemInformationBox: TypedBox {
  public static let structureName: StaticString = "ItemInformationBox"
  public static var boxType: FourCC { "itif" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Item ID.
  public var itemID: UInt32 = 0

  /// Creates a box with default values (item ID 0).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("item_ID", &itemID, bits: 32)
  }
}
