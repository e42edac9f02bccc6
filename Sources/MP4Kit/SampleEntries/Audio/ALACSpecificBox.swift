import BitstreamKit

/// The configuration of a decoder of Apple's lossless coding, in a sample entry or in `wave`.
///
/// Apple Lossless Audio Codec, "Magic Cookie Description", `ALACSpecificConfig`.
public struct ALACSpecificBox: TypedBox {
  public static let structureName: StaticString = "ALACSpecificBox"
  public static var boxType: FourCC { "alac" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// Samples of each channel in a packet.
  public var frameLength: UInt32 = 4096
  /// 0.
  public var compatibleVersion: UInt8 = 0
  /// 16, 20, 24 or 32.
  public var bitDepth: UInt8 = 16
  /// 40; tunes the coding.
  public var pb: UInt8 = 40
  /// 10; tunes the coding.
  public var mb: UInt8 = 10
  /// 14; tunes the coding.
  public var kb: UInt8 = 14
  /// How many channels.
  public var numChannels: UInt8 = 2
  /// 255; of no use.
  public var maxRun: UInt16 = 255
  /// Bytes of the largest packet; 0 unknown.
  public var maxFrameBytes: UInt32 = 0
  /// Bits in a second; 0 unknown.
  public var avgBitRate: UInt32 = 0
  /// Samples in a second.
  public var sampleRate: UInt32 = 44100
  /// A box `chan` of old files, or nothing.
  public var channelLayout: [UInt8] = []

  /// 16 bits, stereo, 44.1 kHz.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("frameLength", &frameLength, bits: 32)
    try c.u("compatibleVersion", &compatibleVersion, bits: 8)
    try c.u("bitDepth", &bitDepth, bits: 8)
    try c.u("pb", &pb, bits: 8)
    try c.u("mb", &mb, bits: 8)
    try c.u("kb", &kb, bits: 8)
    try c.u("numChannels", &numChannels, bits: 8)
    try c.u("maxRun", &maxRun, bits: 16)
    try c.u("maxFrameBytes", &maxFrameBytes, bits: 32)
    try c.u("avgBitRate", &avgBitRate, bits: 32)
    try c.u("sampleRate", &sampleRate, bits: 32)
    try c.restBytes("channelLayout", &channelLayout)
  }
}
