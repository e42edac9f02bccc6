import BitstreamKit

/// Primary item: the picture to display by default.
///
/// ISO/IEC 14496-12:2022, 8.11.4 `PrimaryItemBox`.
public struct PrimaryItemBox: TypedBox {
  public static let structureName: StaticString = "PrimaryItemBox"
  public static var boxType: FourCC { "pitm" }

  /// FullBox version: 1 for 32-bit item IDs.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Item ID.
  public var itemID: UInt32 = 1

  /// Creates a box with default values (item 1).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags, versions: 0...1)
    try c.u("item_ID", &itemID, bits: version == 0 ? 16 : 32)
  }
}
