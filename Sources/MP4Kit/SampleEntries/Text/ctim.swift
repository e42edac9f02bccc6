import BitstreamKit

/// When a cue starts by the clock of the WebVTT file, for a cue that was cut into several samples.
///
/// ISO/IEC 14496-30:2018, 7.6 `CueTimeBox`.
public struct CueTimeBox: TypedBox {
  public static let structureName: StaticString = "CueTimeBox"
  public static var boxType: FourCC { "ctim" }

  /// `00:00:10.000`.
  public var cueCurrentTime = TerminatedString()

  /// No time.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.text("cue_current_time", &cueCurrentTime)
  }
}
