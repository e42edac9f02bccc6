import BitstreamKit

/// The head of a WebVTT file: all in front of the first cue.
///
/// ISO/IEC 14496-30:2018, 7.5 `WebVTTConfigurationBox`.
public struct WebVTTConfigurationBox: TypedBox {
  public static let structureName: StaticString = "WebVTTConfigurationBox"
  public static var boxType: FourCC { "vttC" }

  /// `WEBVTT` and the lines behind it, UTF-8, as a rule without a zero byte.
  public var config: TerminatedString = "WEBVTT"

  /// A head of one line.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.text("config", &config)
  }
}
