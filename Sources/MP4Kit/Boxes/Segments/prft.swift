import BitstreamKit

/// When, by the clock on the wall, a moment of the media was made.
///
/// ISO/IEC 14496-12:2022, 8.16.5 `ProducerReferenceTimeBox`.
public struct ProducerReferenceTimeBox: TypedBox {
  public static let structureName: StaticString = "ProducerReferenceTimeBox"
  public static var boxType: FourCC { "prft" }

  /// 1 for media times of 64 bits.
  public var version: UInt8 = 0
  /// What the clock's time is that of: 0 the encoder's input, 1 its output, 2 the end of the `moof`, 4 its writing, 8 an arbitrary moment,
  /// 24 the capture.
  public var flags: UInt32 = 0
  /// The track.
  public var referenceTrackID: UInt32 = 1
  /// Seconds since 1900 with 32 bits behind the point (RFC 5905).
  public var ntpTimestamp: UInt64 = 0
  /// The moment, in units of the track's time scale.
  public var mediaTime: UInt64 = 0

  /// Time 0.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags, versions: 0...1)
    try c.u("reference_track_ID", &referenceTrackID, bits: 32)
    try c.u("ntp_timestamp", &ntpTimestamp, bits: 64)
    try c.sizedByVersion("media_time", &mediaTime, version)
  }
}
