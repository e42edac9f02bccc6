import BitstreamKit

/// Brands that the file conforms to.
///
/// ISO/IEC 14496-12:2022, 4.3 `FileTypeBox`, and boxes of the same form: 8.16.2 `SegmentTypeBox` (`styp`).
public struct FileTypeBox: TypedBox {
  public static let structureName: StaticString = "FileTypeBox"
  public static var boxType: FourCC { "ftyp" }

  /// Brand of the preferred specification.
  public var majorBrand: FourCC = "isom"
  /// Version of the major brand; informative.
  public var minorVersion: UInt32 = 0
  /// All brands that the file conforms to.
  public var compatibleBrands: [FourCC] = []

  /// Creates a box with default values (brand `isom`).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fourCC("major_brand", &majorBrand)
    try c.u("minor_version", &minorVersion, bits: 32)
    try c.listToEnd(&compatibleBrands, majorBrand) { (c, brand, i) throws(SyntaxError) in try c.fourCC("compatible_brands", &brand, at: i) }
  }
}
