import BitstreamKit

/// Format of `urim` timed metadata.
///
/// ISO/IEC 14496-12:2022, 12.3.3 `URIBox`.
public struct URIBox: TypedBox {
  public static let structureName: StaticString = "URIBox"
  public static var boxType: FourCC { "uri " }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// URI that identifies the format.
  public var theURI = TerminatedString()

  /// Creates a box with no URI.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.text("theURI", &theURI)
  }
}
