import BitstreamKit

/// The kind of media in a track.
public enum MediaKind: UInt8, Sendable {
  /// Video.
  case video
  /// Audio.
  case audio
  /// Subtitles, captions, chapters.
  case text
  /// Timecodes, timed metadata and other timed data.
  case data

  /// `video`, `audio`, `text` or `data`.
  public var name: StaticString {
    switch self {
    case .video: "video"
    case .audio: "audio"
    case .text: "text"
    case .data: "data"
    }
  }
}

/// The codec of a track's samples, independent of the container.
public enum MediaCodec: Hashable, Sendable {
  /// ITU-T H.264.
  case h264
  /// ITU-T H.265.
  case hevc
  /// ITU-T H.266.
  case vvc
  /// AOMedia Video 1.
  case av1
  /// VP8.
  case vp8
  /// VP9.
  case vp9
  /// MPEG-4 Visual.
  case mpeg4Visual
  /// MPEG-4 audio (ISO/IEC 14496-3), any profile.
  case aac
  /// MPEG-1 or MPEG-2 audio, layer 3.
  case mp3
  /// Opus.
  case opus
  /// FLAC.
  case flac
  /// AC-3.
  case ac3
  /// Enhanced AC-3.
  case eac3
  /// Any other codec, identified by its sample entry type or FLV FourCC.
  case other(FourCC)

  /// The codec of an MP4 sample entry; `objectType` is the `objectTypeIndication` of its `esds`.
  public init(sampleEntry type: FourCC, objectType: UInt8? = nil) {
    switch type {
    case "avc1", "avc2", "avc3", "avc4", "dva1", "dvav": self = .h264
    case "hvc1", "hev1", "dvh1", "dvhe", "hvc2", "hev2": self = .hevc
    case "vvc1", "vvi1": self = .vvc
    case "av01", "dav1": self = .av1
    case "vp08": self = .vp8
    case "vp09": self = .vp9
    case "Opus": self = .opus
    case "fLaC": self = .flac
    case "ac-3": self = .ac3
    case "ec-3": self = .eac3
    case ".mp3": self = .mp3
    case "mp4a":
      switch objectType {
      case 0x69, 0x6B: self = .mp3
      case 0xA5: self = .ac3
      case 0xA6: self = .eac3
      case 0xAD: self = .opus
      case nil, 0x40, 0x66, 0x67, 0x68: self = .aac
      default: self = .other(type)
      }
    case "mp4v": self = objectType == nil || objectType == 0x20 ? .mpeg4Visual : .other(type)
    default: self = .other(type)
    }
  }

  /// Whether samples are pictures of JPEG or PNG, as those of chapters are.
  package var isStillPicture: Bool {
    switch self {
    case .other("jpeg"), .other("mjpa"), .other("mjpb"), .other("png "): true
    default: false
    }
  }

  /// Whether a sample shows the same text throughout, so that it can be shortened: QuickTime text (chapters), 3GPP timed text, WebVTT.
  var isStillText: Bool {
    switch self {
    case .other("text"), .other("tx3g"), .other("wvtt"): true
    default: false
    }
  }

  /// Whether all samples have the same size and last for one sampling period: PCM, A-law and µ-law.
  var isUncompressedSound: Bool {
    guard case .other(let type) = self else { return false }
    switch type {
    case "sowt", "twos", "raw ", "lpcm", "in24", "in32", "fl32", "fl64", "ipcm", "fpcm", "ulaw", "alaw", "NONE": return true
    default: return false
    }
  }

  /// The sample entry type written for the codec.
  var sampleEntry: FourCC {
    switch self {
    case .h264: "avc1"
    case .hevc: "hvc1"
    case .vvc: "vvc1"
    case .av1: "av01"
    case .vp8: "vp08"
    case .vp9: "vp09"
    case .opus: "Opus"
    case .flac: "fLaC"
    case .ac3: "ac-3"
    case .eac3: "ec-3"
    case .mpeg4Visual: "mp4v"
    case .aac, .mp3: "mp4a"
    case .other(let type): type
    }
  }

  /// The codec's common name; the four-character code if there is no name for it.
  public var name: String {
    switch self {
    case .h264: "H.264"
    case .hevc: "H.265"
    case .vvc: "H.266"
    case .av1: "AV1"
    case .vp8: "VP8"
    case .vp9: "VP9"
    case .mpeg4Visual: "MPEG-4 Visual"
    case .aac: "AAC"
    case .mp3: "MP3"
    case .opus: "Opus"
    case .flac: "FLAC"
    case .ac3: "AC-3"
    case .eac3: "E-AC-3"
    case .other(let type): Self.name(type)?.description ?? type.description
    }
  }
}
