import BitstreamKit

/// Opus decoder configuration.
///
/// Encapsulation of Opus in ISO Base Media File Format 0.8.1, 4.3.2 `OpusSpecificBox`; RFC 7845, 5.1.
public struct OpusSpecificBox: TypedBox {
  public static let structureName: StaticString = "OpusSpecificBox"
  public static var boxType: FourCC { "dOps" }

  /// Mapping of coded streams to output channels.
  public struct ChannelMapping: Equatable, Sendable {
    /// Number of streams in a packet.
    public var streamCount: UInt8 = 1
    /// Number of stereo streams.
    public var coupledCount: UInt8 = 0
    /// Index of the decoded channel for each output channel; 255 for silence.
    public var channelMapping: [UInt8] = []

    /// Creates an instance with default values (one stream).
    public init() {}
  }

  /// Version: 0.
  public var version: UInt8 = 0
  /// Number of output channels, 1 to 255.
  public var outputChannelCount: UInt8 = 2
  /// Number of samples to discard at the start, at 48 kHz.
  public var preSkip: UInt16 = 0
  /// Sample rate before encoding in Hz; 0 if unknown. The decoder output is 48000 Hz.
  public var inputSampleRate: UInt32 = 48000
  /// Output gain in decibels as 8.8 fixed point.
  public var outputGain: Int16 = 0
  /// 0 mono or stereo, 1 Vorbis surround order, 2 and 3 ambisonics, 255 undefined.
  public var channelMappingFamily: UInt8 = 0
  /// Channel mapping; nil for family 0.
  public var mapping: ChannelMapping?

  /// Creates a box with default values (stereo).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("Version", &version, bits: 8)
    try c.u("OutputChannelCount", &outputChannelCount, bits: 8)
    try c.u("PreSkip", &preSkip, bits: 16)
    try c.u("InputSampleRate", &inputSampleRate, bits: 32)
    try c.fixedPoint("OutputGain", &outputGain, bits: 16, fraction: 8)
    try c.u("ChannelMappingFamily", &channelMappingFamily, bits: 8)
    let channels = Int(outputChannelCount)
    try c.when(channelMappingFamily != 0, &mapping, ChannelMapping()) { (c, v) throws(SyntaxError) in
      try c.u("StreamCount", &v.streamCount, bits: 8)
      try c.u("CoupledCount", &v.coupledCount, bits: 8)
      try c.bytes("ChannelMapping", &v.channelMapping, count: channels)
    }
  }
}
