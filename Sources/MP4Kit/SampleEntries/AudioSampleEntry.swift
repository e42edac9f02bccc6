import BitstreamKit

/// How samples of sound are coded: `mp4a`, `Opus`, `ac-3` and their like. Configurations follow as boxes.
///
/// ISO/IEC 14496-12:2022, 12.2.3 `AudioSampleEntry`; the QuickTime File Format's sound descriptions of versions 0, 1 and 2.
public struct AudioSampleEntry: Box {
  public static let structureName: StaticString = "AudioSampleEntry"
  public static var holdsBoxes: Bool { true }

  /// What QuickTime's version 1 adds.
  public struct Version1: Equatable, Sendable {
    /// Samples of a channel in a packet.
    public var samplesPerPacket: UInt32 = 0
    /// Bytes of a channel's packet.
    public var bytesPerPacket: UInt32 = 0
    /// Bytes of a packet of all channels.
    public var bytesPerFrame: UInt32 = 0
    /// Bytes of a sample of one channel, not compressed.
    public var bytesPerSample: UInt32 = 0
  }

  /// What QuickTime's version 2 adds. The fields that it shares with version 0 hold fixed values then.
  public struct Version2: Equatable, Sendable {
    /// Where the boxes start, counted from the start of the entry.
    public var sizeOfStructOnly: UInt32 = 72
    /// Samples in a second, the bits of a 64-bit floating-point number.
    public var audioSampleRate: UInt64 = 0
    /// How many channels.
    public var numAudioChannels: UInt32 = 0
    /// 0x7F000000.
    public var always7F000000: UInt32 = 0x7F00_0000
    /// Bits of a sample that is not compressed; else 0.
    public var constBitsPerChannel: UInt32 = 0
    /// How samples that are not compressed are coded.
    public var formatSpecificFlags: UInt32 = 0
    /// Bytes of a packet where all are alike.
    public var constBytesPerAudioPacket: UInt32 = 0
    /// Samples of a packet where all are alike.
    public var constLPCMFramesPerAudioPacket: UInt32 = 0
  }

  /// What every sample entry starts with.
  public var head = SampleEntryHead()
  /// 0; in QuickTime 0, 1 or 2.
  public var version: UInt16 = 0
  /// 0; in QuickTime the revision.
  public var revision: UInt16 = 0
  /// 0; in QuickTime the vendor.
  public var vendor: UInt32 = 0
  /// How many channels; what the configuration says goes before it.
  public var channelcount: UInt16 = 2
  /// Bits of a sample: 16.
  public var samplesize: UInt16 = 16
  /// 0; in QuickTime the compression id, −2 for compressed sound in variable packets.
  public var preDefined: Int16 = 0
  /// 0.
  public var reserved: UInt16 = 0
  /// Samples in a second, with 16 bits behind the point.
  public var samplerate: UInt32 = 0
  /// There where `version` is 1.
  public var version1: Version1?
  /// There where `version` is 2.
  public var version2: Version2?

  /// Two channels.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try head.syntax(&c)
    try c.u("version", &version, bits: 16)
    try c.u("revision", &revision, bits: 16)
    try c.u("vendor", &vendor, bits: 32)
    try c.u("channelcount", &channelcount, bits: 16)
    try c.u("samplesize", &samplesize, bits: 16)
    try c.i("pre_defined", &preDefined, bits: 16)
    try c.u("reserved", &reserved, bits: 16)
    try c.fixedPoint("samplerate", &samplerate, bits: 32, fraction: 16)
    try c.when(version == 1, &version1, Version1()) { (c, v) throws(SyntaxError) in
      try c.u("samples_per_packet", &v.samplesPerPacket, bits: 32)
      try c.u("bytes_per_packet", &v.bytesPerPacket, bits: 32)
      try c.u("bytes_per_frame", &v.bytesPerFrame, bits: 32)
      try c.u("bytes_per_sample", &v.bytesPerSample, bits: 32)
    }
    try c.when(version == 2, &version2, Version2()) { (c, v) throws(SyntaxError) in
      try c.u("size_of_struct_only", &v.sizeOfStructOnly, bits: 32)
      try c.u("audio_sample_rate", &v.audioSampleRate, bits: 64)
      try c.u("num_audio_channels", &v.numAudioChannels, bits: 32)
      try c.u("always_7F000000", &v.always7F000000, bits: 32)
      try c.u("const_bits_per_channel", &v.constBitsPerChannel, bits: 32)
      try c.u("format_specific_flags", &v.formatSpecificFlags, bits: 32)
      try c.u("const_bytes_per_audio_packet", &v.constBytesPerAudioPacket, bits: 32)
      try c.u("const_LPCM_frames_per_audio_packet", &v.constLPCMFramesPerAudioPacket, bits: 32)
    }
  }

  /// Samples in a second: of version 2 where that is there.
  public var sampleRate: Double { version2.map { Double(bitPattern: $0.audioSampleRate) } ?? Double(samplerate) / 65536 }
  /// How many channels: of version 2 where that is there.
  public var channels: UInt32 { version2?.numAudioChannels ?? UInt32(channelcount) }
}

/// How samples of sound are coded, in an `stsd` of version 1: a rate that the older form cannot hold stands in a `srat` box.
///
/// ISO/IEC 14496-12:2022, 12.2.3 `AudioSampleEntryV1`.
public struct AudioSampleEntryV1: Box {
  public static let structureName: StaticString = "AudioSampleEntryV1"
  public static var holdsBoxes: Bool { true }

  /// What every sample entry starts with.
  public var head = SampleEntryHead()
  /// 1.
  public var entryVersion: UInt16 = 1
  /// 0.
  public var reserved1: [UInt16] = [0, 0, 0]
  /// How many channels; what the configuration says goes before it.
  public var channelcount: UInt16 = 2
  /// Bits of a sample: 16.
  public var samplesize: UInt16 = 16
  /// 0.
  public var preDefined: UInt16 = 0
  /// 0.
  public var reserved2: UInt16 = 0
  /// Samples in a second, with 16 bits behind the point; 1 where `srat` says it.
  public var samplerate: UInt32 = 0x1_0000

  /// Two channels.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try head.syntax(&c)
    try c.u("entry_version", &entryVersion, bits: 16)
    try c.list("reserved", &reserved1, count: 3, atLeast: 16, 0) { (c, v, i) throws(SyntaxError) in try c.u("reserved", &v, bits: 16, at: i)
    }
    try c.u("channelcount", &channelcount, bits: 16)
    try c.u("samplesize", &samplesize, bits: 16)
    try c.u("pre_defined", &preDefined, bits: 16)
    try c.u("reserved", &reserved2, bits: 16)
    try c.fixedPoint("samplerate", &samplerate, bits: 32, fraction: 16)
  }
}
