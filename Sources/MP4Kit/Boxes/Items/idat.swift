import BitstreamKit

/// The bytes of items, which stay where they are.
///
/// ISO/IEC 14496-12:2022, 8.11.11 `ItemDataBox`.
public struct ItemDataBox: TypedBox {
  public static let structureName: StaticString = "ItemDataBox"
  public static var boxType: FourCC { "idat" }

  /// No bytes.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {}
}
