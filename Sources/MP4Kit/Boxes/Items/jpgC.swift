import BitstreamKit

/// The bytes of a JPEG picture that items have in common: those before the item data.
///
/// ISO/IEC 23008-12:2022, `JPEGConfigurationBox`.
public struct JPEGConfigurationBox: TypedBox {
  public static let structureName: StaticString = "JPEGConfigurationBox"
  public static var boxType: FourCC { "jpgC" }

  /// Markers from SOI on.
  public var jPEGprefix: [UInt8] = []

  /// No bytes.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.restBytes("JPEGprefix", &jPEGprefix)
  }
}
