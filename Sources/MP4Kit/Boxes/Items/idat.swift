import BitstreamKit

/// Data of items, left in place.
///
/// ISO/IEC 14496-12:2022, 8.11.11 `ItemDataBox`.
public struct ItemDataBox: TypedBox {
  public static let structureName: StaticString = "ItemDataBox"
  public static var boxType: FourCC { "idat" }

  /// Creates a box with no bytes.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {}
}
