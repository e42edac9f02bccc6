import BitstreamKit

/// MIME type of the samples.
///
/// ISO/IEC 14496-12:2022, 12.6.3 `MIMEBox`.
public struct MIMEBox: TypedBox {
  public static let structureName: StaticString = "MIMEBox"
  public static var boxType: FourCC { "mime" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Type with parameters, e.g. `application/ttml+xml;codecs=im1i`.
  public var contentType = TerminatedString()

  /// Creates a box with no type.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.text("content_type", &contentType)
  }
}
