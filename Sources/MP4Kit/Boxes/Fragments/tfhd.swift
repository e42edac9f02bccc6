import BitstreamKit

/// Defaults for the samples of a track fragment.
///
/// ISO/IEC 14496-12:2022, 8.8.7 `TrackFragmentHeaderBox`. Fields that are nil take their values from `trex`.
public struct TrackFragmentHeaderBox: TypedBox {
  public static let structureName: StaticString = "TrackFragmentHeaderBox"
  public static var boxType: FourCC { "tfhd" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: fields present (0x1, 0x2, 0x8, 0x10, 0x20); 0x10000: no samples; 0x20000: `default-base-is-moof`.
  public var flags: UInt32 = 0
  /// Track ID.
  public var trackID: UInt32 = 1
  /// Base of data offsets, in bytes from the start of the file.
  public var baseDataOffset: UInt64?
  /// 1-based index into `stsd`.
  public var sampleDescriptionIndex: UInt32?
  /// Sample duration in units of the track time scale.
  public var defaultSampleDuration: UInt32?
  /// Sample size in bytes.
  public var defaultSampleSize: UInt32?
  /// Sync status and dependencies of samples.
  public var defaultSampleFlags: SampleFlags?

  /// `duration-is-empty` flag: the fragment has no samples.
  public static let durationIsEmpty: UInt32 = 0x1_0000
  /// `default-base-is-moof` flag: data offsets are relative to the start of the `moof` box.
  public static let defaultBaseIsMoof: UInt32 = 0x2_0000

  /// Creates a box with default values (track 1, no optional fields).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("track_ID", &trackID, bits: 32)
    try c.u("base_data_offset", &baseDataOffset, bits: 64, when: flags & 0x1 != 0)
    try c.u("sample_description_index", &sampleDescriptionIndex, bits: 32, when: flags & 0x2 != 0)
    try c.u("default_sample_duration", &defaultSampleDuration, bits: 32, when: flags & 0x8 != 0)
    try c.u("default_sample_size", &defaultSampleSize, bits: 32, when: flags & 0x10 != 0)
    try c.when(flags & 0x20 != 0, &defaultSampleFlags, SampleFlags()) { (c, v) throws(SyntaxError) in
      try c.structure("default_sample_flags", &v) { (c, v) throws(SyntaxError) in try v.syntax(&c) }
    }
  }
}
