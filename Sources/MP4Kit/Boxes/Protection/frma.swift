import BitstreamKit

/// Original type of a protected or compressed sample entry.
///
/// ISO/IEC 14496-12:2022, 8.12.3 `OriginalFormatBox`.
public struct OriginalFormatBox: TypedBox {
  public static let structureName: StaticString = "OriginalFormatBox"
  public static var boxType: FourCC { "frma" }

  /// Sample entry type.
  public var dataFormat = FourCC(rawValue: 0)

  /// Creates a box with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fourCC("data_format", &dataFormat)
  }
}
