import BitstreamKit

/// The configuration of an AV1 decoder.
///
/// AV1 Codec ISO Media File Format Binding 1.2, 2.3 `AV1CodecConfigurationBox`.
public struct AV1CodecConfigurationBox: TypedBox {
  public static let structureName: StaticString = "AV1CodecConfigurationBox"
  public static var boxType: FourCC { "av1C" }

  /// True.
  public var marker = true
  /// 1.
  public var version: UInt8 = 1
  /// 0 main, 1 high, 2 professional.
  public var seqProfile: UInt8 = 0
  /// Four for each level from 2.0 on: 8 is level 4.0; 31 for no limit.
  public var seqLevelIdx0: UInt8 = 0
  /// True for the High tier.
  public var seqTier0 = false
  /// True for 10 bits, or for 12 with the next.
  public var highBitdepth = false
  /// True for 12 bits.
  public var twelveBit = false
  /// True for no colour.
  public var monochrome = false
  /// Whether chroma has half the width.
  public var chromaSubsamplingX = true
  /// Whether chroma has half the height.
  public var chromaSubsamplingY = true
  /// 0 unknown, 1 between two rows, 2 in the corner.
  public var chromaSamplePosition: UInt8 = 0
  /// 0.
  public var reserved: UInt8 = 0
  /// Whether the next says anything.
  public var initialPresentationDelayPresent = false
  /// How many samples to decode before the first is shown, less one; reserved without the flag.
  public var initialPresentationDelayMinusOne: UInt8 = 0
  /// The sequence header OBU and metadata OBUs; may be empty.
  public var configOBUs: [UInt8] = []

  /// Main profile, 8 bits, 4:2:0.
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

  /// Bits of a sample: 8, 10 or 12.
  public var bitDepth: Int { highBitdepth ? (twelveBit ? 12 : 10) : 8 }
  /// The level, times ten: 40 for 4.0; nil for no limit.
  public var levelTimes10: Int? { seqLevelIdx0 == 31 ? nil : (2 + Int(seqLevelIdx0) / 4) * 10 + Int(seqLevelIdx0) % 4 }
}
