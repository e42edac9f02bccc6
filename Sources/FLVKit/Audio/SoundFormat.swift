import BitstreamKit

/// The codec of an audio tag.
///
/// Adobe FLV 10.1, E.4.2.1 `SoundFormat`.
public struct SoundFormat: RawRepresentable, Hashable, Sendable {
  /// 0 to 15.
  public let rawValue: UInt8

  /// Creates a format.
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// MP3 at 11, 22 or 44 kHz.
  public static let mp3 = SoundFormat(rawValue: 2)
  /// Not a codec: the enhanced header follows (Enhanced RTMP v2).
  public static let exHeader = SoundFormat(rawValue: 9)
  /// AAC.
  public static let aac = SoundFormat(rawValue: 10)
  /// Speex.
  public static let speex = SoundFormat(rawValue: 11)

  /// The name in the specification.
  public var name: StaticString {
    switch rawValue {
    case 0: "Linear PCM, platform endian"
    case 1: "ADPCM"
    case 2: "MP3"
    case 3: "Linear PCM, little endian"
    case 4: "Nellymoser 16 kHz mono"
    case 5: "Nellymoser 8 kHz mono"
    case 6: "Nellymoser"
    case 7: "G.711 A-law logarithmic PCM"
    case 8: "G.711 mu-law logarithmic PCM"
    case 9: "reserved"
    case 10: "AAC"
    case 11: "Speex"
    case 14: "MP3 8 kHz"
    case 15: "Device-specific sound"
    default: "UNKNOWN"
    }
  }
}

/// Returns the name of SoundRate 0 to 3 in E.4.2.1.
public func soundRateName(_ soundRate: UInt8) -> StaticString {
  switch soundRate {
  case 0: "5.5 kHz"
  case 1: "11 kHz"
  case 2: "22 kHz"
  case 3: "44 kHz"
  default: "UNKNOWN"
  }
}

/// Returns the name of SoundSize 0 or 1 in E.4.2.1.
public func soundSizeName(_ soundSize: UInt8) -> StaticString {
  switch soundSize {
  case 0: "8-bit samples"
  case 1: "16-bit samples"
  default: "UNKNOWN"
  }
}

/// Returns the name of SoundType 0 or 1 in E.4.2.1.
public func soundTypeName(_ soundType: UInt8) -> StaticString {
  switch soundType {
  case 0: "Mono sound"
  case 1: "Stereo sound"
  default: "UNKNOWN"
  }
}

/// Returns the name of AACPacketType in E.4.2.1.
public func aacPacketTypeName(_ aacPacketType: UInt8) -> StaticString {
  switch aacPacketType {
  case 0: "AAC sequence header"
  case 1: "AAC raw"
  default: "UNKNOWN"
  }
}

/// The type of an enhanced audio packet.
///
/// Enhanced RTMP v2, `AudioPacketType`.
public struct AudioPacketType: RawRepresentable, Hashable, Sendable {
  /// 0 to 15.
  public let rawValue: UInt8

  /// Creates a type.
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The codec's configuration.
  public static let sequenceStart = AudioPacketType(rawValue: 0)
  /// Audio data.
  public static let codedFrames = AudioPacketType(rawValue: 1)
  /// The end of the sequence.
  public static let sequenceEnd = AudioPacketType(rawValue: 2)
  /// The speaker of each channel.
  public static let multichannelConfig = AudioPacketType(rawValue: 4)
  /// One or more identified tracks.
  public static let multitrack = AudioPacketType(rawValue: 5)
  /// A modifier; the actual type follows.
  public static let modEx = AudioPacketType(rawValue: 7)

  /// The name in the specification.
  public var name: StaticString {
    switch rawValue {
    case 0: "SequenceStart"
    case 1: "CodedFrames"
    case 2: "SequenceEnd"
    case 4: "MultichannelConfig"
    case 5: "Multitrack"
    case 7: "ModEx"
    default: "UNKNOWN"
    }
  }
}

/// The codecs of enhanced audio packets.
///
/// Enhanced RTMP v2, `AudioFourCc`.
public enum AudioFourCc {
  /// AC-3.
  public static let ac3 = FourCC(rawValue: 0x6163_2D33)
  /// E-AC-3.
  public static let eac3 = FourCC(rawValue: 0x6563_2D33)
  /// Opus.
  public static let opus = FourCC(rawValue: 0x4F70_7573)
  /// MP3.
  public static let mp3 = FourCC(rawValue: 0x2E6D_7033)
  /// FLAC.
  public static let flac = FourCC(rawValue: 0x664C_6143)
  /// AAC.
  public static let aac = FourCC(rawValue: 0x6D70_3461)

  /// The codec's name.
  public static func name(_ code: FourCC) -> StaticString {
    switch code {
    case ac3: "AC-3"
    case eac3: "E-AC-3"
    case opus: "Opus"
    case mp3: "MP3"
    case flac: "FLAC"
    case aac: "AAC"
    default: "UNKNOWN"
    }
  }
}
