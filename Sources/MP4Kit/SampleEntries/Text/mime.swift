import BitstreamKit

/// The media type of the samples.
///
/// ISO/IEC 14496-12:2022, 12.6.3 `MIMEBox`.
public struct MIMEBox: TypedBox {
  public static let structureName: StaticString = "MIMEBox"
  public static var boxType: FourCC { "mime" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// With its parameters: `application/ttml+xml;codecs=im1i`.
  public var contentType = TerminatedString()

  /// No type.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.text("content_type", &contentType)
  }
}
