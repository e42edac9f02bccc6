import BitstreamKit

/// Apple Lossless decoder configuration, in a sample entry or in `wave`.
///
/// Apple Lossless Audio Codec, "Magic Cookie Description", `ALACSpecificConfig`.
public struct ALACSpecificBox: TypedBox {
  public static let structureName: StaticString = "ALACSpecificBox"
  public static var boxType: FourCC { "alac" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Samples per channel in a packet.
  public var frameLength: UInt32 = 4096
  /// Compatible version: 0.
  public var compatibleVersion: UInt8 = 0
  /// Bit depth: 16, 20, 24 or 32.
  public var bitDepth: UInt8 = 16
  /// Tuning parameter, usually 40.
  public var pb: UInt8 = 40
  /// Tuning parameter, usually 10.
  public var mb: UInt8 = 10
  /// Tuning parameter, usually 14.
  public var kb: UInt8 = 14
  /// Number of channels.
  public var numChannels: UInt8 = 2
  /// Unused; 255.
  public var maxRun: UInt16 = 255
  /// Largest packet size in bytes; 0 if unknown.
  public var maxFrameBytes: UInt32 = 0
  /// Average bit rate in bits per second; 0 if unknown.
  public var avgBitRate: UInt32 = 0
  /// Sample rate in Hz.
  public var sampleRate: UInt32 = 44100
  /// `chan` box of old files, or empty.
  public var channelLayout: [UInt8] = []

  /// Creates a box with default values (16-bit stereo at 44.1 kHz).
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
