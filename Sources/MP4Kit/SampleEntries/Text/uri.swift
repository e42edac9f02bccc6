import BitstreamKit

/// What timed metadata of `urim` means.
///
/// ISO/IEC 14496-12:2022, 12.3.3 `URIBox`.
public struct URIBox: TypedBox {
  public static let structureName: StaticString = "URIBox"
  public static var boxType: FourCC { "uri " }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// The URI that the form is known by.
  public var theURI = TerminatedString()

  /// No URI.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.text("theURI", &theURI)
  }
}
