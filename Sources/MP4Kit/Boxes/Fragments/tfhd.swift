import BitstreamKit

/// What holds for the samples of a track in one fragment.
///
/// ISO/IEC 14496-12:2022, 8.8.7 `TrackFragmentHeaderBox`. What is nil is as `trex` says it.
public struct TrackFragmentHeaderBox: TypedBox {
  public static let structureName: StaticString = "TrackFragmentHeaderBox"
  public static var boxType: FourCC { "tfhd" }

  /// 0.
  public var version: UInt8 = 0
  /// Which of the parts below are there (0x1, 0x2, 0x8, 0x10, 0x20); 0x10000: no samples; 0x20000: `default-base-is-moof`.
  public var flags: UInt32 = 0
  /// The track.
  public var trackID: UInt32 = 1
  /// Where data offsets count from, in bytes from the start of the file.
  public var baseDataOffset: UInt64?
  /// The entry of `stsd`, counted from 1.
  public var sampleDescriptionIndex: UInt32?
  /// In units of the track's time scale.
  public var defaultSampleDuration: UInt32?
  /// In bytes.
  public var defaultSampleSize: UInt32?
  /// Sync or not, and dependencies.
  public var defaultSampleFlags: SampleFlags?

  /// The flag that a time span without samples has.
  public static let durationIsEmpty: UInt32 = 0x1_0000
  /// The flag by which data offsets count from the start of the `moof` box.
  public static let defaultBaseIsMoof: UInt32 = 0x2_0000

  /// A fragment of track 1 that says nothing else.
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
