import BitstreamKit

/// What a WebVTT file was made from.
///
/// ISO/IEC 14496-30:2018, 7.5 `WebVTTSourceLabelBox`.
public struct WebVTTSourceLabelBox: TypedBox {
  public static let structureName: StaticString = "WebVTTSourceLabelBox"
  public static var boxType: FourCC { "vlab" }

  /// A URI, UTF-8.
  public var sourceLabel = TerminatedString()

  /// No label.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.text("source_label", &sourceLabel)
  }
}
