import BitstreamKit
import RemuxKit

/// How codecs other than H.264 and H.265 state the type of a picture.
enum ProbePictureCoding {
  /// All are key pictures.
  case intra
  /// The flag of the packet, besides which all are P.
  case flag
  /// The same, of a decoder that counts pictures.
  case countedFlag
  case mpeg2, mpeg4, sorenson

  /// How a codec states it; nil for codecs of which ffprobe has no type.
  init?(_ codec: ProbeCodec?) {
    switch codec?.name.description {
    case "mjpeg", "mjpegb", "png", "prores", "rawvideo", "dnxhd", "dvvideo": self = .intra
    case "vp6f", "vp6a", "vp8", "vp9", "av1": self = .flag
    case "h263": self = .countedFlag
    case "mpeg1video", "mpeg2video": self = .mpeg2
    case "mpeg4": self = .mpeg4
    case "flv1": self = .sorenson
    default: return nil
    }
  }

  /// Whether FFmpeg's decoder counts pictures.
  var isCounted: Bool {
    switch self {
    case .intra, .flag: false
    case .countedFlag, .mpeg2, .mpeg4, .sorenson: true
    }
  }

  /// The bytes in which the header of a picture is looked for.
  private static let headSize: UInt64 = 1024

  /// The type of a picture; nil if its header cannot be read.
  func type(_ packet: ProbePacket, of input: ProbeInput) -> StaticString? {
    switch self {
    case .intra: return "I"
    case .flag, .countedFlag: return packet.isKey ? "I" : "P"
    case .mpeg2, .mpeg4, .sorenson: break
    }
    var bytes: [UInt8] = []
    let count = Int(clamping: min(packet.sample.size, Self.headSize))
    guard (try? input.read(at: packet.sample.offset, count: count, into: &bytes)) != nil else { return nil }
    switch self {
    // ITU-T H.262, 6.2.3: picture_coding_type after ten bits of temporal_reference.
    case .mpeg2: return Self.header(0...0, bytes).flatMap { $0 + 1 < bytes.count ? [1: "I", 2: "P", 3: "B"][bytes[$0 + 1] >> 3 & 7] : nil }
    // ISO/IEC 14496-2, 6.2.5: vop_coding_type.
    case .mpeg4: return Self.header(0xB6...0xB6, bytes).flatMap { $0 < bytes.count ? ["I", "P", "B", "S"][Int(bytes[$0] >> 6)] : nil }
    default: return Self.sorenson(bytes)
    }
  }

  /// The place after the first of these start codes.
  static func header(_ codes: ClosedRange<UInt8>, _ bytes: [UInt8]) -> Int? {
    var place = 0
    while place + 4 <= bytes.count {
      if bytes[place] == 0, bytes[place + 1] == 0, bytes[place + 2] == 1, codes.contains(bytes[place + 3]) { return place + 4 }
      place += 1
    }
    return nil
  }

  /// PictureType of an H263VIDEOPACKET (Adobe Flash Video File Format Specification, version 10.1), which depends on the size before it.
  private static func sorenson(_ bytes: [UInt8]) -> StaticString? {
    guard bytes.count >= 9 else { return nil }
    let size = (bytes[3] & 3) << 1 | bytes[4] >> 7
    let place = 33 + (size == 0 ? 16 : size == 1 ? 32 : 0)
    let pair = UInt16(bytes[place / 8]) << 8 | UInt16(place / 8 + 1 < bytes.count ? bytes[place / 8 + 1] : 0)
    // Pictures that no other refers to are P as well.
    return pair >> UInt16(14 - place % 8) & 3 == 0 ? "I" : "P"
  }
}
