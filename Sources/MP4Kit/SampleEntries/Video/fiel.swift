import BitstreamKit

/// Field count and field order of pictures.
///
/// QuickTime File Format, "Video Sample Description Extensions", `fiel`; ISO/IEC 15444-3 for Motion JPEG 2000.
public struct FieldHandlingBox: TypedBox {
  public static let structureName: StaticString = "FieldHandlingBox"
  public static var boxType: FourCC { "fiel" }

  /// Fields per picture: 1 or 2.
  public var fieldCount: UInt8 = 1
  /// For two fields: 1 top coded and displayed first, 6 bottom coded and displayed first, 9 top coded first and bottom displayed first,
  /// 14 bottom coded first and top displayed first.
  public var fieldOrdering: UInt8 = 0

  /// Creates a box with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("field_count", &fieldCount, bits: 8)
    try c.u("field_ordering", &fieldOrdering, bits: 8)
  }
}
