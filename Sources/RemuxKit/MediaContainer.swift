import BitstreamKit
import NALKit

/// The kinds of files that media is read from.
public enum MediaContainer: Sendable, Equatable {
  /// MP4, QuickTime, 3GPP and fragments of them.
  case mp4
  /// Flash video.
  case flv
  /// A bare stream of H.264.
  case h264
  /// A bare stream of H.265.
  case hevc
  /// A bare stream of AAC.
  case adts

  /// The name in messages.
  public var name: StaticString {
    switch self {
    case .mp4: "MP4"
    case .flv: "FLV"
    case .h264: "H.264 byte stream"
    case .hevc: "H.265 byte stream"
    case .adts: "ADTS"
    }
  }

  /// The codec of a byte stream of NAL units; nil for the others.
  public var videoCodec: VideoCodec? {
    switch self {
    case .h264: .h264
    case .hevc: .hevc
    default: nil
    }
  }

  /// The container of a byte stream of a codec.
  public init(_ codec: VideoCodec) { self = codec == .h264 ? .h264 : .hevc }
}
