import BitstreamKit

/// Metadata as XML.
///
/// ISO/IEC 14496-12:2022, 8.11.2 `XMLBox`.
public struct XMLBox: TypedBox {
  public static let structureName: StaticString = "XMLBox"
  public static var boxType: FourCC { "xml " }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// The XML document.
  public var xml = TerminatedString()

  /// Creates a box with no document.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.text("xml", &xml)
  }
}
