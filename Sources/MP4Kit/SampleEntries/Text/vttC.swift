import BitstreamKit

/// Header of a WebVTT file: everything before the first cue.
///
/// ISO/IEC 14496-30:2018, 7.5 `WebVTTConfigurationBox`.
public struct WebVTTConfigurationBox: TypedBox {
  public static let structureName: StaticString = "WebVTTConfigurationBox"
  public static var boxType: FourCC { "vttC" }

  /// `WEBVTT` and the lines after it, UTF-8; usually without a terminating zero.
  public var config: TerminatedString = "WEBVTT"

  /// Creates a box with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.text("config", &config)
  }
}
