import BitstreamKit

/// Cue settings in a WebVTT sample.
///
/// ISO/IEC 14496-30:2018, 7.6 `CueSettingsBox`.
public struct CueSettingsBox: TypedBox {
  public static let structureName: StaticString = "CueSettingsBox"
  public static var boxType: FourCC { "sttg" }

  /// Settings, e.g. `line:0 align:start`.
  public var settings = TerminatedString()

  /// Creates a box with no settings.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.text("settings", &settings)
  }
}
