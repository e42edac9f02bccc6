import BitstreamKit

/// The number of an item of metadata.
///
/// QuickTime File Format, Item Information Atom.
public struct ItemInformationBox: TypedBox {
  public static let structureName: StaticString = "ItemInformationBox"
  public static var boxType: FourCC { "itif" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// The number.
  public var itemID: UInt32 = 0

  /// Number 0.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("item_ID", &itemID, bits: 32)
  }
}
