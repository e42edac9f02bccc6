import BitstreamKit

/// An audio codec as identified in tags: by Adobe's SoundFormat, or by the FourCC of the enhanced header.
///
/// Appends the headers that precede the codec's data in a tag body; the bodies of RTMP messages are identical.
public enum AudioCoding: Sendable, Hashable {
  /// SoundFormat, SoundRate, SoundSize and SoundType (Adobe FLV 10.1, E.4.2.1).
  case id(SoundFormat, soundRate: UInt8, soundSize: UInt8, soundType: UInt8)
  /// The enhanced header (Enhanced RTMP v2).
  case fourCC(FourCC)

  /// AAC: E.4.2.1 requires 44 kHz, 16 bits and stereo regardless of the stream, whose properties are in the configuration.
  public static let aac = AudioCoding.id(.aac, soundRate: 3, soundSize: 1, soundType: 1)

  /// Creates the coding of a format with given audio properties. Fields fixed by E.4.2.1 are set accordingly; MP3 at 48 kHz is signalled
  /// as 44 kHz, as is common practice, since its frames contain the actual sampling frequency.
  /// - Returns: nil if tags cannot signal the sampling frequency or the number of channels.
  public init?(_ format: SoundFormat, sampleRate: UInt32, sampleSize: Int = 16, channelCount: Int) {
    var (rate, size, type): (UInt8, UInt8, UInt8) = (0, sampleSize == 8 ? 0 : 1, channelCount == 2 ? 1 : 0)
    switch format.rawValue {
    case SoundFormat.aac.rawValue: (rate, size, type) = (3, 1, 1)
    case SoundFormat.exHeader.rawValue: return nil
    case SoundFormat.speex.rawValue:
      guard sampleRate == 16000, channelCount == 1 else { return nil }
      (rate, size, type) = (0, 1, 0)
    // The format implies the sampling frequency: Nellymoser at 16 and 8 kHz, G.711, MP3 at 8 kHz.
    case 4, 5, 7, 8, 14:
      guard sampleRate == (format.rawValue == 4 ? 16000 : 8000), channelCount == 1 || channelCount == 2 && format.rawValue > 5 else {
        return nil
      }
    default:
      guard channelCount == 1 || channelCount == 2 else { return nil }
      switch sampleRate {
      case 5500, 5512, 5513: rate = 0
      case 11025: rate = 1
      case 22050: rate = 2
      case 44100: rate = 3
      case 48000 where format == .mp3: rate = 3
      default: return nil
      }
    }
    self = .id(format, soundRate: rate, soundSize: size, soundType: type)
  }

  /// Whether the codec has configuration tags.
  public var hasConfiguration: Bool {
    switch self {
    case .id(let format, _, _, _): format == .aac
    case .fourCC: true
    }
  }

  /// The codec as represented in `onMetaData`.
  public var metaDataCodec: OnMetaData.Codec {
    switch self {
    case .id(let format, _, _, _): .id(format.rawValue)
    case .fourCC(let code): .fourCC(code)
    }
  }

  /// The number of bytes appended by `appendFrameHeader`.
  @inline(__always) var frameHeaderLength: Int {
    switch self {
    case .id(let format, _, _, _): format == .aac ? 2 : 1
    case .fourCC: 5
    }
  }

  /// Appends the header of an audio frame.
  public func appendFrameHeader(to bytes: inout [UInt8]) { appendHeader(1, .codedFrames, to: &bytes) }

  /// Appends the header of a configuration; appends nothing and returns false if the codec has no configuration tags.
  @discardableResult public func appendConfigurationHeader(to bytes: inout [UInt8]) -> Bool {
    if hasConfiguration { appendHeader(0, .sequenceStart, to: &bytes) }
    return hasConfiguration
  }

  /// Appends the body of an end-of-sequence tag; appends nothing and returns false without the enhanced header, which is required for it.
  @discardableResult public func appendSequenceEnd(to bytes: inout [UInt8]) -> Bool {
    guard case .fourCC = self else { return false }
    appendHeader(2, .sequenceEnd, to: &bytes)
    return true
  }

  private func appendHeader(_ aacPacketType: UInt8, _ packetType: AudioPacketType, to bytes: inout [UInt8]) {
    switch self {
    case .id(let format, let rate, let size, let type):
      bytes.append((format.rawValue & 15) << 4 | (rate & 3) << 2 | (size & 1) << 1 | type & 1)
      if format == .aac { bytes.append(aacPacketType) }
    case .fourCC(let code):
      bytes.append(SoundFormat.exHeader.rawValue << 4 | packetType.rawValue)
      code.rawValue.pack(into: &bytes)
    }
  }
}
