import BitstreamKit

/// Wall-clock time at which a media sample was produced.
///
/// ISO/IEC 14496-12:2022, 8.16.5 `ProducerReferenceTimeBox`.
public struct ProducerReferenceTimeBox: TypedBox {
  public static let structureName: StaticString = "ProducerReferenceTimeBox"
  public static var boxType: FourCC { "prft" }

  /// FullBox version: 1 for 64-bit media times.
  public var version: UInt8 = 0
  /// FullBox flags: event that the wall-clock time refers to: 0 encoder input, 1 encoder output, 2 finalization of `moof`, 4 writing of
  /// `moof`, 8 arbitrary, 24 capture.
  public var flags: UInt32 = 0
  /// Track ID.
  public var referenceTrackID: UInt32 = 1
  /// NTP time: seconds since 1900 as 32.32 fixed point (RFC 5905).
  public var ntpTimestamp: UInt64 = 0
  /// Media time in units of the track time scale.
  public var mediaTime: UInt64 = 0

  /// Creates a box with default values (time 0).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags, versions: 0...1)
    try c.u("reference_track_ID", &referenceTrackID, bits: 32)
    try c.u("ntp_timestamp", &ntpTimestamp, bits: 64)
    try c.sizedByVersion("media_time", &mediaTime, version)
  }
}
