import BitstreamKit

/// Recording year of the media.
///
/// 3GPP TS 26.244, 8.2 `RecordingYearBox`.
public struct RecordingYearBox: TypedBox {
  public static let structureName: StaticString = "RecordingYearBox"
  public static var boxType: FourCC { "yrrc" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Year.
  public var recordingYear: UInt16 = 0

  /// Creates a box with default values (year 0).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("recording_year", &recordingYear, bits: 16)
  }
}
