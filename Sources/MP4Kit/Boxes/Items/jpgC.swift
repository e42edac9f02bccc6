import BitstreamKit

/// Prefix of the JPEG data that items share; it precedes the item data.
///
/// ISO/IEC 23008-12:2022, `JPEGConfigurationBox`.
public struct JPEGConfigurationBox: TypedBox {
  public static let structureName: StaticString = "JPEGConfigurationBox"
  public static var boxType: FourCC { "jpgC" }

  /// JPEG markers starting with SOI.
  public var jPEGprefix: [UInt8] = []

  /// Creates a box with no bytes.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.restBytes("JPEGprefix", &jPEGprefix)
  }
}
