import BitstreamKit

/// AV1 decoder configuration.
///
/// AV1 Codec ISO Media File Format Binding 1.2, 2.3 `AV1CodecConfigurationBox`.
public struct AV1CodecConfigurationBox: TypedBox {
  public static let structureName: StaticString = "AV1CodecConfigurationBox"
  public static var boxType: FourCC { "av1C" }

  /// Marker: true.
  public var marker = true
  /// Version: 1.
  public var version: UInt8 = 1
  /// Profile: 0 Main, 1 High, 2 Professional.
  public var seqProfile: UInt8 = 0
  /// Level index; 0 is level 2.0 and each major level has four, e.g. 8 is level 4.0; 31 is unlimited.
  public var seqLevelIdx0: UInt8 = 0
  /// Whether the tier is High.
  public var seqTier0 = false
  /// Whether the bit depth is more than 8.
  public var highBitdepth = false
  /// Whether the bit depth is 12.
  public var twelveBit = false
  /// Whether there are no chroma planes.
  public var monochrome = false
  /// Whether chroma is subsampled horizontally.
  public var chromaSubsamplingX = true
  /// Whether chroma is subsampled vertically.
  public var chromaSubsamplingY = true
  /// 0 unknown, 1 vertical (between two rows), 2 co-located (top left).
  public var chromaSamplePosition: UInt8 = 0
  /// Reserved: 0.
  public var reserved: UInt8 = 0
  /// Whether `initialPresentationDelayMinusOne` is valid.
  public var initialPresentationDelayPresent = false
  /// Number of samples to decode before the first is displayed, minus 1; reserved if the flag is not set.
  public var initialPresentationDelayMinusOne: UInt8 = 0
  /// Sequence header OBU and metadata OBUs; can be empty.
  public var configOBUs: [UInt8] = []

  /// Creates a box with default values (Main profile, 8 bits, 4:2:0).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.flag("marker", &marker)
    try c.u("version", &version, bits: 7)
    try c.u("seq_profile", &seqProfile, bits: 3)
    try c.u("seq_level_idx_0", &seqLevelIdx0, bits: 5)
    try c.flag("seq_tier_0", &seqTier0)
    try c.flag("high_bitdepth", &highBitdepth)
    try c.flag("twelve_bit", &twelveBit)
    try c.flag("monochrome", &monochrome)
    try c.flag("chroma_subsampling_x", &chromaSubsamplingX)
    try c.flag("chroma_subsampling_y", &chromaSubsamplingY)
    try c.u("chroma_sample_position", &chromaSamplePosition, bits: 2)
    try c.u("reserved", &reserved, bits: 3)
    try c.flag("initial_presentation_delay_present", &initialPresentationDelayPresent)
    try c.u("initial_presentation_delay_minus_one", &initialPresentationDelayMinusOne, bits: 4)
    try c.restBytes("configOBUs", &configOBUs)
  }

  /// Bit depth: 8, 10 or 12.
  public var bitDepth: Int { highBitdepth ? (twelveBit ? 12 : 10) : 8 }
  /// Ten times the level, e.g. 40 for 4.0; nil if unlimited.
  public var levelTimes10: Int? { seqLevelIdx0 == 31 ? nil : (2 + Int(seqLevelIdx0) / 4) * 10 + Int(seqLevelIdx0) % 4 }
}
