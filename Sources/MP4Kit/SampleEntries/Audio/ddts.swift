import BitstreamKit

/// DTS decoder configuration.
///
/// ETSI TS 102 114, E.2.2.3 `DTSSpecificBox`.
public struct DTSSpecificBox: TypedBox {
  public static let structureName: StaticString = "DTSSpecificBox"
  public static var boxType: FourCC { "ddts" }

  /// Sample rate in Hz.
  public var dtsSamplingFrequency: UInt32 = 48000
  /// Maximum bit rate in bits per second.
  public var maxBitrate: UInt32 = 0
  /// Average bit rate in bits per second.
  public var avgBitrate: UInt32 = 0
  /// Sample depth in bits: 16 or 24.
  public var pcmSampleDepth: UInt8 = 24
  /// Frame duration in samples: 0 512, 1 1024, 2 2048, 3 4096.
  public var frameDuration: UInt8 = 0
  /// Components of the stream; 1 core only.
  public var streamConstruction: UInt8 = 1
  /// Whether the core has an LFE channel.
  public var coreLFEPresent = false
  /// Channel layout of the core: e.g. 2 stereo, 9 3/2, 31 uses `ChannelLayout`.
  public var coreLayout: UInt8 = 0
  /// Core size in bytes; 0 if there is no core.
  public var coreSize: UInt16 = 0
  /// Whether the stream contains a stereo downmix.
  public var stereoDownmix = false
  /// 0 no special type, 2 and 3 two-channel mixes, 4 objects.
  public var representationType: UInt8 = 0
  /// One bit for each speaker or speaker pair.
  public var channelLayout: UInt16 = 0
  /// Whether there is more than one asset.
  public var multiAssetFlag = false
  /// Whether frame durations are multiplied by 1.5.
  public var lbrDurationMod = false
  /// Whether a reserved box follows.
  public var reservedBoxPresent = false
  /// Reserved: 0.
  public var reserved: UInt8 = 0

  /// Creates a box with default values (48 kHz).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("DTSSamplingFrequency", &dtsSamplingFrequency, bits: 32)
    try c.u("maxBitrate", &maxBitrate, bits: 32)
    try c.u("avgBitrate", &avgBitrate, bits: 32)
    try c.u("pcmSampleDepth", &pcmSampleDepth, bits: 8)
    try c.u("FrameDuration", &frameDuration, bits: 2)
    try c.u("StreamConstruction", &streamConstruction, bits: 5)
    try c.flag("CoreLFEPresent", &coreLFEPresent)
    try c.u("CoreLayout", &coreLayout, bits: 6)
    try c.u("CoreSize", &coreSize, bits: 14)
    try c.flag("StereoDownmix", &stereoDownmix)
    try c.u("RepresentationType", &representationType, bits: 3)
    try c.u("ChannelLayout", &channelLayout, bits: 16)
    try c.flag("MultiAssetFlag", &multiAssetFlag)
    try c.flag("LBRDurationMod", &lbrDurationMod)
    try c.flag("ReservedBoxPresent", &reservedBoxPresent)
    try c.u("Reserved", &reserved, bits: 5)
  }
}
