import BitstreamKit

/// Source of a WebVTT track.
///
/// ISO/IEC 14496-30:2018, 7.5 `WebVTTSourceLabelBox`.
public struct WebVTTSourceLabelBox: TypedBox {
  public static let structureName: StaticString = "WebVTTSourceLabelBox"
  public static var boxType: FourCC { "vlab" }

  /// URI, UTF-8.
  public var sourceLabel = TerminatedString()

  /// Creates a box with no label.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.text("source_label", &sourceLabel)
  }
}
