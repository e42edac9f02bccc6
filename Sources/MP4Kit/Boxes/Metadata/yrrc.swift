import BitstreamKit

/// When the media was recorded.
///
/// 3GPP TS 26.244, 8.2 `RecordingYearBox`.
public struct RecordingYearBox: TypedBox {
  public static let structureName: StaticString = "RecordingYearBox"
  public static var boxType: FourCC { "yrrc" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// The year.
  public var recordingYear: UInt16 = 0

  /// Year 0.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("recording_year", &recordingYear, bits: 16)
  }
}
