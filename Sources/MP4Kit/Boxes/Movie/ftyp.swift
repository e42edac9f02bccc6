import BitstreamKit

/// Which specifications the file keeps to.
///
/// ISO/IEC 14496-12:2022, 4.3 `FileTypeBox`, and the boxes of the same form: 8.16.2 `SegmentTypeBox` (`styp`).
public struct FileTypeBox: TypedBox {
  public static let structureName: StaticString = "FileTypeBox"
  public static var boxType: FourCC { "ftyp" }

  /// The specification that describes the file best.
  public var majorBrand: FourCC = "isom"
  /// Of the major brand; says nothing to a reader.
  public var minorVersion: UInt32 = 0
  /// Every specification that the file keeps to.
  public var compatibleBrands: [FourCC] = []

  /// A file of brand `isom`.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fourCC("major_brand", &majorBrand)
    try c.u("minor_version", &minorVersion, bits: 32)
    try c.listToEnd(&compatibleBrands, majorBrand) { (c, brand, i) throws(SyntaxError) in try c.fourCC("compatible_brands", &brand, at: i) }
  }
}
