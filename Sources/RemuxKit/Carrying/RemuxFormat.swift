/// An output format by its name, which `remux --to` and the playground accept.
package enum RemuxFormat: String, CaseIterable, Sendable {
  case mp4, flv, h264, hevc, aac, mp3, ac3, eac3

  /// The codec of a stream; nil for containers.
  package var codec: MediaCodec? {
    switch self {
    case .mp4, .flv: nil
    case .h264: .h264
    case .hevc: .hevc
    case .aac: .aac
    case .mp3: .mp3
    case .ac3: .ac3
    case .eac3: .eac3
    }
  }

  package var target: Remuxer.Target {
    switch self {
    case .mp4: .mp4
    case .flv: .flv
    case .h264, .hevc: .byteStream
    case .aac: .adts
    case .mp3, .ac3, .eac3: .frames
    }
  }
}
