import BitstreamKit

/// Time scale, duration and language of a track.
///
/// ISO/IEC 14496-12:2022, 8.4.2 `MediaHeaderBox`.
public struct MediaHeaderBox: TypedBox {
  public static let structureName: StaticString = "MediaHeaderBox"
  public static var boxType: FourCC { "mdhd" }

  /// FullBox version: 1 for 64-bit times.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Seconds since 1904-01-01 UTC.
  public var creationTime: UInt64 = 0
  /// Seconds since 1904-01-01 UTC.
  public var modificationTime: UInt64 = 0
  /// Time scale of the track in units per second.
  public var timescale: UInt32 = 1000
  /// Sum of the sample durations in units of `timescale`; all ones if unknown.
  public var duration: UInt64 = 0
  /// Three letters of 5 bits each after a zero bit; below 0x400, a QuickTime Macintosh language code.
  public var language = PackedLanguage()
  /// Pre-defined: 0; QuickTime's `quality`.
  public var preDefined: UInt16 = 0

  /// Creates a box with default values (no duration, time scale 1000, language `und`).
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
