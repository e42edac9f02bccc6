import BitstreamKit

/// What a sample entry was before it was protected or compressed.
///
/// ISO/IEC 14496-12:2022, 8.12.3 `OriginalFormatBox`.
public struct OriginalFormatBox: TypedBox {
  public static let structureName: StaticString = "OriginalFormatBox"
  public static var boxType: FourCC { "frma" }

  /// The type of the sample entry.
  public var dataFormat = FourCC(rawValue: 0)

  /// Of no format.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fourCC("data_format", &dataFormat)
  }
}
