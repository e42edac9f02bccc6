import BitstreamKit

/// The configuration of a DTS decoder.
///
/// ETSI TS 102 114, E.2.2.3 `DTSSpecificBox`.
public struct DTSSpecificBox: TypedBox {
  public static let structureName: StaticString = "DTSSpecificBox"
  public static var boxType: FourCC { "ddts" }

  /// Samples in a second.
  public var dtsSamplingFrequency: UInt32 = 48000
  /// Bits in a second, at most.
  public var maxBitrate: UInt32 = 0
  /// Bits in a second.
  public var avgBitrate: UInt32 = 0
  /// Bits of a sample: 16 or 24.
  public var pcmSampleDepth: UInt8 = 24
  /// Samples of a frame: 0 512, 1 1024, 2 2048, 3 4096.
  public var frameDuration: UInt8 = 0
  /// Which parts the stream has: 1 a core alone.
  public var streamConstruction: UInt8 = 1
  /// Whether the core has a channel of low frequencies.
  public var coreLFEPresent = false
  /// The core's channels: 2 stereo, 9 three at the front and two behind, 31 as `ChannelLayout` says.
  public var coreLayout: UInt8 = 0
  /// Bytes of the core; 0 without one.
  public var coreSize: UInt16 = 0
  /// Whether the stream holds a mix for two channels.
  public var stereoDownmix = false
  /// 0 of no special kind, 2 and 3 mixes for two channels, 4 objects.
  public var representationType: UInt8 = 0
  /// A bit for each pair of channels.
  public var channelLayout: UInt16 = 0
  /// Whether there is more than one asset.
  public var multiAssetFlag = false
  /// Whether frames last half as long again.
  public var lbrDurationMod = false
  /// Whether a box follows that nobody has defined.
  public var reservedBoxPresent = false
  /// 0.
  public var reserved: UInt8 = 0

  /// 48 kHz.
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
