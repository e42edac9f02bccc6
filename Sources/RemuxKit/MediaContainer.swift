import BitstreamKit

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

  /// What it is called.
  public var name: StaticString {
    switch self {
    case .mp4: "MP4"
    case .flv: "FLV"
    case .h264: "H.264 byte stream"
    case .hevc: "H.265 byte stream"
    case .adts: "ADTS"
    }
  }

  /// What the first bytes of a file say plainly; nil where they leave it open: a byte stream has no signature.
  public init?(signature bytes: [UInt8]) {
    if bytes.count >= 3, bytes[0] == 0x46, bytes[1] == 0x4C, bytes[2] == 0x56 {
      self = .flv
      return
    }
    if bytes.count >= 8, Self.isTopLevelBox(FourCC(rawValue: UInt32(truncatingIfNeeded: bytes.bigEndian64(at: 0)))) {
      self = .mp4
      return
    }
    // ID3 in front of sound, or a syncword with layer 0.
    let isID3 = bytes.count >= 3 && bytes[0] == 0x49 && bytes[1] == 0x44 && bytes[2] == 0x33
    let isSync = bytes.count >= 2 && bytes[0] == 0xFF && bytes[1] & 0xF6 == 0xF0
    guard isID3 || isSync else { return nil }
    self = .adts
  }

  private static func isTopLevelBox(_ type: FourCC) -> Bool {
    switch type {
    case "ftyp", "styp", "moov", "moof", "mdat", "free", "skip", "wide", "sidx", "pnot", "uuid", "emsg", "prft", "meta": true
    default: false
    }
  }
}
