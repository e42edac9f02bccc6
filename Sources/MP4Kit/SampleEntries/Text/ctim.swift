import BitstreamKit

/// Start time in the WebVTT file of a cue that is split into several samples.
///
/// ISO/IEC 14496-30:2018, 7.6 `CueTimeBox`.
public struct CueTimeBox: TypedBox {
  public static let structureName: StaticString = "CueTimeBox"
  public static var boxType: FourCC { "ctim" }

  /// Time, e.g. `00:00:10.000`.
  public var cueCurrentTime = TerminatedString()

  /// Creates a box with no time.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.text("cue_current_time", &cueCurrentTime)
  }
}
