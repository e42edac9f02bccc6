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

extension RemuxFormat {
  /// The format for a file name, by its extension; nil if unknown.
  package init?(path: String) {
    let name = path.split(separator: "/").last.map { String($0) } ?? path
    guard let dot = name.lastIndex(of: ".") else { return nil }
    switch name[name.index(after: dot)...].lowercased() {
    case "mp4", "m4v", "m4a", "mov", "m4s", "3gp": self = .mp4
    case "flv": self = .flv
    case "h264", "264", "avc", "jsv": self = .h264
    case "hevc", "h265", "265", "bit": self = .hevc
    case "aac", "adts": self = .aac
    case "mp3": self = .mp3
    case "ac3": self = .ac3
    case "eac3", "ec3": self = .eac3
    default: return nil
    }
  }
}
