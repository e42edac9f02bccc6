import BitstreamKit

/// Where a cue is shown, in a sample of WebVTT.
///
/// ISO/IEC 14496-30:2018, 7.6 `CueSettingsBox`.
public struct CueSettingsBox: TypedBox {
  public static let structureName: StaticString = "CueSettingsBox"
  public static var boxType: FourCC { "sttg" }

  /// WebVTT's settings: `line:0 align:start`.
  public var settings = TerminatedString()

  /// No settings.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.text("settings", &settings)
  }
}
