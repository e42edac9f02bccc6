import BitstreamKit

/// Metadata as binary XML.
///
/// ISO/IEC 14496-12:2022, 8.11.2 `BinaryXMLBox`.
public struct BinaryXMLBox: TypedBox {
  public static let structureName: StaticString = "BinaryXMLBox"
  public static var boxType: FourCC { "bxml" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// The binary XML document.
  public var data: [UInt8] = []

  /// Creates a box with no document.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.restBytes("data", &data)
  }
}
