import BitstreamKit

/// The value of an item of metadata.
///
/// iTunes; QuickTime File Format, Data Atom.
public struct MetadataValueBox: TypedBox {
  public static let structureName: StaticString = "MetadataValueBox"
  public static var boxType: FourCC { "data" }

  /// 0 for the well-known types.
  public var typeSet: UInt8 = 0
  /// Of the value: 1 UTF-8, 2 UTF-16, 13 JPEG, 14 PNG, 21 a signed and 22 an unsigned number, 23 and 24 floating-point numbers of 32 and
  /// 64 bits, 27 BMP; 0 where the item says it.
  public var type: UInt32 = 1
  /// 0 for all; or its two letters, or a number below 256 for one of the lists in `ctry`.
  public var country: UInt16 = 0
  /// 0 for all; or as `mdhd` has it, or a number below 256 for one of the lists in `lang`.
  public var language: UInt16 = 0
  /// Its bytes.
  public var value: [UInt8] = []

  /// An empty text.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("type_set", &typeSet, bits: 8)
    try c.u("type", &type, bits: 24)
    try c.u("country", &country, bits: 16)
    try c.u("language", &language, bits: 16)
    try c.restBytes("value", &value)
  }
}
