import BitstreamKit

/// The time scale, duration and language of a track's media.
///
/// ISO/IEC 14496-12:2022, 8.4.2 `MediaHeaderBox`.
public struct MediaHeaderBox: TypedBox {
  public static let structureName: StaticString = "MediaHeaderBox"
  public static var boxType: FourCC { "mdhd" }

  /// 1 for times of 64 bits.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// Seconds since the first of January 1904, UTC.
  public var creationTime: UInt64 = 0
  /// Seconds since the first of January 1904, UTC.
  public var modificationTime: UInt64 = 0
  /// Units in a second, for all times of the track's samples.
  public var timescale: UInt32 = 1000
  /// The sum of the samples' durations in units of `timescale`; all ones where nobody knows.
  public var duration: UInt64 = 0
  /// A bit of 0 and three letters of five bits each; a number below 0x400 is a Macintosh language code of QuickTime.
  public var language = PackedLanguage()
  /// 0; QuickTime's `quality`.
  public var preDefined: UInt16 = 0

  /// Media of no duration in milliseconds, of undetermined language.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags, versions: 0...1)
    try c.sizedByVersion("creation_time", &creationTime, version)
    try c.sizedByVersion("modification_time", &modificationTime, version)
    try c.u("timescale", &timescale, bits: 32)
    try c.sizedByVersion("duration", &duration, version)
    try c.u("language", &language.code, bits: 16)
    try c.u("pre_defined", &preDefined, bits: 16)
  }
}
