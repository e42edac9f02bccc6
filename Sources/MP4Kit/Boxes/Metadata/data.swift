import BitstreamKit

/// Value of a metadata item.
///
/// iTunes; QuickTime File Format, Data Atom.
public struct MetadataValueBox: TypedBox {
  public static let structureName: StaticString = "MetadataValueBox"
  public static var boxType: FourCC { "data" }

  /// 0 for well-known types.
  public var typeSet: UInt8 = 0
  /// Value type: 1 UTF-8, 2 UTF-16, 13 JPEG, 14 PNG, 21 signed integer, 22 unsigned integer, 23 and 24 floating-point numbers of 32 and
  /// 64 bits, 27 BMP; 0 if the item implies the type.
  public var type: UInt32 = 1
  /// 0 for all; otherwise a two-letter code, or an index below 256 into the lists of `ctry`.
  public var country: UInt16 = 0
  /// 0 for all; otherwise a language code as in `mdhd`, or an index below 256 into the lists of `lang`.
  public var language: UInt16 = 0
  /// Value bytes.
  public var value: [UInt8] = []

  /// Creates a box with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("type_set", &typeSet, bits: 8)
    try c.u("type", &type, bits: 24)
    try c.u("country", &country, bits: 16)
    try c.u("language", &language, bits: 16)
    try c.restBytes("value", &value)
  }
}
