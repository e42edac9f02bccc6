import BitstreamKit

/// A combination of brands that the file conforms to simultaneously; `etyp` contains the combinations.
///
/// ISO/IEC 14496-12:2022, 4.4.2 `TypeCombinationBox`.
public struct TypeCombinationBox: TypedBox {
  public static let structureName: StaticString = "TypeCombinationBox"
  public static var boxType: FourCC { "tyco" }

  /// Brands.
  public var compatibleBrands: [FourCC] = []

  /// Creates a box with no brands.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.listToEnd(&compatibleBrands, "isom") { (c, v, i) throws(SyntaxError) in try c.fourCC("compatible_brands", &v, at: i) }
  }
}
