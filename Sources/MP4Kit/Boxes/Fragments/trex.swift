import BitstreamKit

/// What holds for the samples of a track's fragments where they do not say otherwise.
///
/// ISO/IEC 14496-12:2022, 8.8.3 `TrackExtendsBox`.
public struct TrackExtendsBox: TypedBox {
  public static let structureName: StaticString = "TrackExtendsBox"
  public static var boxType: FourCC { "trex" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// The track.
  public var trackID: UInt32 = 1
  /// The entry of `stsd`, counted from 1.
  public var defaultSampleDescriptionIndex: UInt32 = 1
  /// In units of the track's time scale.
  public var defaultSampleDuration: UInt32 = 0
  /// In bytes.
  public var defaultSampleSize: UInt32 = 0
  /// Sync or not, and dependencies.
  public var defaultSampleFlags = SampleFlags()

  /// Defaults for track 1.
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
