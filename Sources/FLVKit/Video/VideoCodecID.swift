import BitstreamKit

/// What kind of frame a video tag holds.
///
/// Adobe FLV 10.1, E.4.3.1 `FrameType`.
public struct VideoFrameType: RawRepresentable, Hashable, Sendable {
  /// 0 to 7.
  public let rawValue: UInt8

  /// The type of a number.
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A frame to which one can seek.
  public static let key = VideoFrameType(rawValue: 1)
  /// A frame that needs others.
  public static let inter = VideoFrameType(rawValue: 2)
  /// A frame that needs others and that no other needs (H.263 only).
  public static let disposableInter = VideoFrameType(rawValue: 3)
  /// A key frame that a server made.
  public static let generatedKey = VideoFrameType(rawValue: 4)
  /// No picture, a word to the player.
  public static let command = VideoFrameType(rawValue: 5)

  /// The specification's words.
  public var name: StaticString {
    switch rawValue {
    case 1: "key frame"
    case 2: "inter frame"
    case 3: "disposable inter frame"
    case 4: "generated keyframe"
    case 5: "video info/command frame"
    default: "UNKNOWN"
    }
  }
}

/// What a command frame says.
///
/// Enhanced RTMP v2, `VideoCommand`.
public func videoCommandName(_ videoCommand: UInt8) -> StaticString {
  switch videoCommand {
  case 0: "StartSeek"
  case 1: "EndSeek"
  default: "UNKNOWN"
  }
}

/// The codec of a video tag.
///
/// Adobe FLV 10.1, E.4.3.1 `CodecID`.
public struct VideoCodecID: RawRepresentable, Hashable, Sendable {
  /// 0 to 15.
  public let rawValue: UInt8

  /// The codec of a number.
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Sorenson's H.263.
  public static let h263 = VideoCodecID(rawValue: 2)
  /// AVC.
  public static let avc = VideoCodecID(rawValue: 7)
  /// HEVC in the manner of AVC: in no specification, and widely used.
  public static let hevc = VideoCodecID(rawValue: 12)

  /// The specification's words.
  public var name: StaticString {
    switch rawValue {
    case 1: "JPEG (currently unused)"
    case 2: "Sorenson H.263"
    case 3: "Screen video"
    case 4: "On2 VP6"
    case 5: "On2 VP6 with alpha channel"
    case 6: "Screen video version 2"
    case 7: "AVC"
    case 12: "HEVC"
    default: "UNKNOWN"
    }
  }
}

/// The words of E.4.3.1 for AVCPacketType.
public func avcPacketTypeName(_ avcPacketType: UInt8) -> StaticString {
  switch avcPacketType {
  case 0: "AVC sequence header"
  case 1: "AVC NALU"
  case 2: "AVC end of sequence"
  default: "UNKNOWN"
  }
}

/// What an enhanced video packet holds.
///
/// Enhanced RTMP v2, `VideoPacketType`.
public struct VideoPacketType: RawRepresentable, Hashable, Sendable {
  /// 0 to 15.
  public let rawValue: UInt8

  /// The type of a number.
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The codec's configuration.
  public static let sequenceStart = VideoPacketType(rawValue: 0)
  /// A picture, for AVC, HEVC and VVC behind a composition time offset.
  public static let codedFrames = VideoPacketType(rawValue: 1)
  /// Nothing more of the sequence.
  public static let sequenceEnd = VideoPacketType(rawValue: 2)
  /// A picture that is presented when it is decoded.
  public static let codedFramesX = VideoPacketType(rawValue: 3)
  /// AMF0 about the pictures.
  public static let metadata = VideoPacketType(rawValue: 4)
  /// The codec's configuration as in MPEG-2 TS.
  public static let mpeg2TSSequenceStart = VideoPacketType(rawValue: 5)
  /// One or more tracks with numbers.
  public static let multitrack = VideoPacketType(rawValue: 6)
  /// A modifier; the type proper follows.
  public static let modEx = VideoPacketType(rawValue: 7)

  /// The specification's word.
  public var name: StaticString {
    switch rawValue {
    case 0: "SequenceStart"
    case 1: "CodedFrames"
    case 2: "SequenceEnd"
    case 3: "CodedFramesX"
    case 4: "Metadata"
    case 5: "MPEG2TSSequenceStart"
    case 6: "Multitrack"
    case 7: "ModEx"
    default: "UNKNOWN"
    }
  }
}

/// The codecs of enhanced video packets.
///
/// Enhanced RTMP v2, `VideoFourCc`.
public enum VideoFourCc {
  /// H.264.
  public static let avc = FourCC(rawValue: 0x6176_6331)
  /// H.265.
  public static let hevc = FourCC(rawValue: 0x6876_6331)
  /// H.266.
  public static let vvc = FourCC(rawValue: 0x7676_6331)
  /// AV1.
  public static let av1 = FourCC(rawValue: 0x6176_3031)
  /// VP8.
  public static let vp8 = FourCC(rawValue: 0x7670_3038)
  /// VP9.
  public static let vp9 = FourCC(rawValue: 0x7670_3039)

  /// The codec's name.
  public static func name(_ code: FourCC) -> StaticString {
    switch code {
    case avc: "AVC"
    case hevc: "HEVC"
    case vvc: "VVC"
    case av1: "AV1"
    case vp8: "VP8"
    case vp9: "VP9"
    default: "UNKNOWN"
    }
  }
}
