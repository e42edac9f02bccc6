import BitstreamKit

/// The configuration of an Opus decoder.
///
/// Encapsulation of Opus in ISO Base Media File Format 0.8.1, 4.3.2 `OpusSpecificBox`; RFC 7845, 5.1.
public struct OpusSpecificBox: TypedBox {
  public static let structureName: StaticString = "OpusSpecificBox"
  public static var boxType: FourCC { "dOps" }

  /// Which of the coded streams a channel comes from.
  public struct ChannelMapping: Equatable, Sendable {
    /// How many streams a packet holds.
    public var streamCount: UInt8 = 1
    /// How many of them are stereo.
    public var coupledCount: UInt8 = 0
    /// For each channel its place among the decoded ones; 255 for silence.
    public var channelMapping: [UInt8] = []

    /// One stream.
    public init() {}
  }

  /// 0.
  public var version: UInt8 = 0
  /// How many channels, 1 to 255.
  public var outputChannelCount: UInt8 = 2
  /// Samples at 48 kHz that a player drops at the start.
  public var preSkip: UInt16 = 0
  /// Samples in a second before the coding; 0 unknown. Decoders give 48000.
  public var inputSampleRate: UInt32 = 48000
  /// In decibels, with 8 bits behind the point.
  public var outputGain: Int16 = 0
  /// 0 mono or stereo, 1 surround as in Vorbis, 2 and 3 ambisonics, 255 of no meaning.
  public var channelMappingFamily: UInt8 = 0
  /// There for all families but 0.
  public var mapping: ChannelMapping?

  /// Stereo.
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
