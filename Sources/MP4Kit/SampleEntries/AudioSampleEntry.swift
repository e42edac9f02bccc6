import BitstreamKit

/// Audio sample entry: `mp4a`, `Opus`, `ac-3` and others. Decoder configuration boxes follow.
///
/// ISO/IEC 14496-12:2022, 12.2.3 `AudioSampleEntry`; QuickTime File Format, sound descriptions of versions 0, 1 and 2.
public struct AudioSampleEntry: Box {
  public static let structureName: StaticString = "AudioSampleEntry"
  public static var holdsBoxes: Bool { true }

  /// Fields added by QuickTime version 1.
  public struct Version1: Equatable, Sendable {
    /// Samples per channel in a packet.
    public var samplesPerPacket: UInt32 = 0
    /// Bytes per channel in a packet.
    public var bytesPerPacket: UInt32 = 0
    /// Bytes in a packet of all channels.
    public var bytesPerFrame: UInt32 = 0
    /// Bytes per uncompressed sample of one channel.
    public var bytesPerSample: UInt32 = 0
  }

  /// Fields added by QuickTime version 2. The fields shared with version 0 then have fixed values.
  public struct Version2: Equatable, Sendable {
    /// Offset of the boxes from the start of the entry, in bytes.
    public var sizeOfStructOnly: UInt32 = 72
    /// Sample rate in Hz as the bit pattern of a 64-bit float.
    public var audioSampleRate: UInt64 = 0
    /// Number of channels.
    public var numAudioChannels: UInt32 = 0
    /// Always 0x7F000000.
    public var always7F000000: UInt32 = 0x7F00_0000
    /// Bits per uncompressed sample; 0 if compressed.
    public var constBitsPerChannel: UInt32 = 0
    /// Format flags of uncompressed samples.
    public var formatSpecificFlags: UInt32 = 0
    /// Bytes per packet if constant.
    public var constBytesPerAudioPacket: UInt32 = 0
    /// Samples per packet if constant.
    public var constLPCMFramesPerAudioPacket: UInt32 = 0
  }

  /// Fields common to all sample entries.
  public var head = SampleEntryHead()
  /// Entry version: 0; in QuickTime 0, 1 or 2.
  public var version: UInt16 = 0
  /// Reserved: 0; in QuickTime the revision.
  public var revision: UInt16 = 0
  /// Reserved: 0; in QuickTime the vendor.
  public var vendor: UInt32 = 0
  /// Number of channels; the decoder configuration takes precedence.
  public var channelcount: UInt16 = 2
  /// Bits per sample: 16.
  public var samplesize: UInt16 = 16
  /// Pre-defined: 0; in QuickTime the compression ID, −2 for compressed audio in variable-size packets.
  public var preDefined: Int16 = 0
  /// Reserved: 0.
  public var reserved: UInt16 = 0
  /// Sample rate in Hz as 16.16 fixed point.
  public var samplerate: UInt32 = 0
  /// Present if `version` is 1.
  public var version1: Version1?
  /// Present if `version` is 2.
  public var version2: Version2?

  /// Creates an entry with default values (two channels).
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
      try c.floatingPoint("audio_sample_rate", &v.audioSampleRate)
      try c.u("num_audio_channels", &v.numAudioChannels, bits: 32)
      try c.u("always_7F000000", &v.always7F000000, bits: 32)
      try c.u("const_bits_per_channel", &v.constBitsPerChannel, bits: 32)
      try c.u("format_specific_flags", &v.formatSpecificFlags, bits: 32)
      try c.u("const_bytes_per_audio_packet", &v.constBytesPerAudioPacket, bits: 32)
      try c.u("const_LPCM_frames_per_audio_packet", &v.constLPCMFramesPerAudioPacket, bits: 32)
    }
  }

  /// Sample rate in Hz; taken from `version2` if present.
  public var sampleRate: Double { version2.map { Double(bitPattern: $0.audioSampleRate) } ?? Double(samplerate) / 65536 }
  /// Number of channels; taken from `version2` if present.
  public var channels: UInt32 { version2?.numAudioChannels ?? UInt32(channelcount) }
}

/// Audio sample entry in an `stsd` of version 1; a `srat` box holds sample rates that do not fit in 16 bits.
///
/// ISO/IEC 14496-12:2022, 12.2.3 `AudioSampleEntryV1`.
public struct AudioSampleEntryV1: Box {
  public static let structureName: StaticString = "AudioSampleEntryV1"
  public static var holdsBoxes: Bool { true }

  /// Fields common to all sample entries.
  public var head = SampleEntryHead()
  /// Entry version: 1.
  public var entryVersion: UInt16 = 1
  /// Reserved: 0.
  public var reserved1: [UInt16] = [0, 0, 0]
  /// Number of channels; the decoder configuration takes precedence.
  public var channelcount: UInt16 = 2
  /// Bits per sample: 16.
  public var samplesize: UInt16 = 16
  /// Pre-defined: 0.
  public var preDefined: UInt16 = 0
  /// Reserved: 0.
  public var reserved2: UInt16 = 0
  /// Sample rate in Hz as 16.16 fixed point; 1.0 if `srat` is present.
  public var samplerate: UInt32 = 0x1_0000

  /// Creates an entry with default values (two channels).
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
