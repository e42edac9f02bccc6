import BitstreamKit

/// Defaults for the samples of the fragments of a track.
///
/// ISO/IEC 14496-12:2022, 8.8.3 `TrackExtendsBox`.
public struct TrackExtendsBox: TypedBox {
  public static let structureName: StaticString = "TrackExtendsBox"
  public static var boxType: FourCC { "trex" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Track ID.
  public var trackID: UInt32 = 1
  /// 1-based index into `stsd`.
  public var defaultSampleDescriptionIndex: UInt32 = 1
  /// Sample duration in units of the track time scale.
  public var defaultSampleDuration: UInt32 = 0
  /// Sample size in bytes.
  public var defaultSampleSize: UInt32 = 0
  /// Sync status and dependencies of samples.
  public var defaultSampleFlags = SampleFlags()

  /// Creates a box with default values (track 1).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("track_ID", &trackID, bits: 32)
    try c.u("default_sample_description_index", &defaultSampleDescriptionIndex, bits: 32)
    try c.u("default_sample_duration", &defaultSampleDuration, bits: 32)
    try c.u("default_sample_size", &defaultSampleSize, bits: 32)
    try c.structure("default_sample_flags", &defaultSampleFlags) { (c, flags) throws(SyntaxError) in try flags.syntax(&c) }
  }
}
