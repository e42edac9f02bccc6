import BitstreamKit

/// The first bytes of a file, with what the checks of formats need.
struct ContentHead {
  /// The result of a check.
  enum Verdict {
    case `is`(FileContent)
    case no
    /// More bytes are needed to decide.
    case needsMore
  }

  let bytes: [UInt8]
  /// Whether the file ends after these bytes.
  let isEnd: Bool
  /// The size of the file; nil if unknown.
  let byteCount: UInt64?

  init(_ bytes: [UInt8], isEnd: Bool, byteCount: UInt64?) {
    self.bytes = bytes
    self.isEnd = isEnd
    self.byteCount = byteCount
  }

  /// Whether no more bytes follow.
  var isLast: Bool { isEnd || bytes.count >= FileContent.maximumExaminedCount }

  /// The byte at an offset; nil after the last byte.
  func byte(_ place: Int) -> UInt8? { place >= 0 && place < bytes.count ? bytes[place] : nil }

  /// The 32-bit big-endian number at an offset.
  func big32(_ place: Int) -> UInt32? {
    if place < 0 || place > bytes.count - 4 { return nil }
    return (0..<4).reduce(0) { $0 << 8 | UInt32(bytes[place + $1]) }
  }

  /// The 32-bit little-endian number at an offset.
  func little32(_ place: Int) -> UInt32? { big32(place).map { $0.byteSwapped } }

  /// The 16-bit little-endian number at an offset.
  func little16(_ place: Int) -> UInt16? {
    if place < 0 || place > bytes.count - 2 { return nil }
    return UInt16(bytes[place]) | UInt16(bytes[place + 1]) << 8
  }

  /// Whether the bytes at an offset are these ASCII characters.
  func has(_ letters: String, at place: Int) -> Bool {
    var index = place
    for letter in letters.utf8 {
      if byte(index) != letter { return false }
      index += 1
    }
    return true
  }

  /// Whether these characters, in lower case, occur before an offset, in any case.
  func contains(_ letters: String, before end: Int) -> Bool {
    let wanted = Array(letters.utf8)
    let last = min(end, bytes.count) - wanted.count
    if last < 0 { return false }
    return (0...last).contains { place in
      wanted.indices.allSatisfy { index in
        let byte = bytes[place + index]
        return (byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte) == wanted[index]
      }
    }
  }
}

// MARK: - FLV and MP4

extension ContentHead {
  /// The signature FLV, and two of: version 1, no reserved flag set, a header of nine bytes. One of the three may be damaged.
  var flv: Verdict {
    if !has("FLV", at: 0) { return .no }
    if bytes.count < 9 {
      if !isEnd { return .needsMore }
      return byte(3) ?? 1 <= 1 ? .is(.media(.flv, isGuess: false)) : .no
    }
    let signs = (bytes[3] == 1 ? 1 : 0) + (bytes[4] & 0xFA == 0 ? 1 : 0) + (big32(5) == 9 ? 1 : 0)
    return signs >= 2 ? .is(.media(.flv, isGuess: false)) : .no
  }

  /// A top-level box type with a plausible size.
  var movie: Verdict {
    guard bytes.count >= 8, let size = big32(0), let type = big32(4), Self.isTopLevelBox(FourCC(rawValue: type)) else {
      return bytes.count < 8 && !isEnd ? .needsMore : .no
    }
    if bytes.count < 16, !isEnd { return .needsMore }
    return isPlausible(size, FourCC(rawValue: type)) ? .is(.media(.mp4, isGuess: false)) : .no
  }

  /// The file may end inside a box. A size that consists of four letters is text and not a size, unless another box follows.
  private func isPlausible(_ size: UInt32, _ type: FourCC) -> Bool {
    switch size {
    // The box extends to the end of the file.
    case 0: return type != "ftyp" && type != "styp" || isEnd
    // A 64-bit size after the type; sizes above 2^48 are implausible.
    case 1: return bytes.count < 16 || bytes.bigEndian64(at: 8) >= 16 && bytes.bigEndian64(at: 8) < 1 << 48
    case 2...7: return false
    default: break
    }
    if bytes[..<4].allSatisfy({ ($0 >= 0x20 && $0 < 0x7F) || ($0 >= 9 && $0 <= 13) }) {
      guard let byteCount, UInt64(size) <= byteCount else { return false }
      return type == "mdat" || type == "moov"
    }
    return true
  }

  private static func isTopLevelBox(_ type: FourCC) -> Bool {
    switch type {
    case "ftyp", "styp", "moov", "moof", "mdat", "free", "skip", "wide", "sidx", "pnot", "uuid", "emsg", "prft", "meta": true
    default: false
    }
  }
}

// MARK: - Start codes

extension ContentHead {
  /// The first start code: whether only zeros precede it, and the byte after it.
  var firstStartCode: (isFirst: Bool, value: UInt8?)? {
    var zeros = 0
    for place in bytes.indices {
      let byte = bytes[place]
      if byte == 1, zeros >= 2 { return (zeros == place, self.byte(place + 1)) }
      zeros = byte == 0 ? zeros + 1 : 0
    }
    return nil
  }

  /// The name of a stream that begins with a start code and a unit that neither H.264 nor H.265 has.
  func videoStreamName(_ value: UInt8?) -> String? {
    guard let value else { return nil }
    switch value {
    case 0xBA: return "an MPEG program stream"
    case 0xB3, 0xB8: return "an MPEG-1 or MPEG-2 video stream"
    case 0xB0, 0xB5, 0xB6: return "an MPEG-4 Part 2 video stream"
    case 0xBB...0xBF, 0xC0...0xEF: return "an MPEG stream of PES packets"
    default: break
    }
    let first = bytes.firstIndex(of: 1) ?? 0
    if value <= 0x1F, let next = nextStartCode(from: first + 1), next & 0xF0 == 0x20, first + 5 <= bytes.count,
      bytes[(first + 2)..<(first + 4)] == [0, 0]
    {
      return "an MPEG-4 Part 2 video stream"
    }
    // The sequence header of the advanced profile, then an entry point or a frame.
    if value == 0x0F, byte(first + 2).map({ $0 & 0xC0 == 0xC0 }) == true, let next = nextStartCode(from: first + 1),
      next == 0x0E || next == 0x0D
    {
      return "a VC-1 video stream"
    }
    if first == 2, value == 0, isIcon { return "an icon" }
    if first == 3, has("Bud1", at: 4) { return "a .DS_Store file" }
    return nil
  }

  /// The byte after the next start code.
  private func nextStartCode(from start: Int) -> UInt8? {
    var zeros = 0
    for place in start..<min(bytes.count, start + FileContent.headCount) {
      if bytes[place] == 1, zeros >= 2 { return byte(place + 1) }
      zeros = bytes[place] == 0 ? zeros + 1 : 0
    }
    return nil
  }

  /// A directory of icons or cursors, followed directly by its first image.
  var isIcon: Bool {
    guard let count = little16(4), count > 0, count < 256, byte(9) == 0, let planes = little16(10), planes <= 1 || bytes[2] == 2,
      let offset = little32(18)
    else { return false }
    return offset >= 6 + 16 * UInt32(count) && offset < 1 << 16
  }
}
