// Formats without a signature at a fixed offset.

extension ContentHead {
  /// The name of a format recognised by its structure.
  var structureName: String? {
    if isTransportStream { return "an MPEG transport stream" }
    if let name = dolbyName { return name }
    // The number of architectures of a universal binary, or the version of a Java class file, which is at least 45.
    if big32(0) == 0xCAFE_BABE, let number = big32(4) { return number < 45 ? "a universal Mach-O file" : "a Java class" }
    if has("RIFF", at: 0) || has("RIFX", at: 0), let size = little32(4), size >= 4 { return "a RIFF file" }
    if has("FORM", at: 0), let size = big32(4), size >= 4 { return "an IFF file" }
    if has("MZ", at: 0), bytes.count >= 64, let header = little32(60), header >= 4, header < 1 << 24 { return "a Windows or DOS program" }
    if has("BM", at: 0), isBitmap { return "a BMP image" }
    if bytes.prefix(4) == [0, 0, 2, 0], isIcon { return "a cursor" }
    if byte(0) == 0x50, let kind = byte(1), kind >= 0x31, kind <= 0x37, let space = byte(2), space == 0x0A || space == 0x20 {
      return "a PNM image"
    }
    if byte(0) == 0x30, byte(1) == 0x82, byte(4) == 0x30 || byte(4) == 0x02, let size = big32(0), byteCount == UInt64(size & 0xFFFF) + 4 {
      return "a certificate or key"
    }
    return nil
  }

  /// 0x47 every 188, 192 or 204 bytes, from any offset.
  private var isTransportStream: Bool {
    for size in [188, 192, 204] {
      for first in 0..<size where byte(first) == 0x47 {
        var count = 0
        while byte(first + count * size) == 0x47 { count += 1 }
        // A capture that starts inside a packet needs more packets.
        let rest = bytes.count - (first + count * size)
        if rest < 0 || count >= 16, count >= (first == 0 || size == 192 && first == 4 ? 3 : 8) { return true }
      }
    }
    // A file of one or two packets.
    return isEnd && (bytes.count == 188 || bytes.count == 376) && byte(0) == 0x47 && byte(bytes.count - 188) == 0x47
  }

  /// The syncword of AC-3 and E-AC-3 with a legal bsid, ATSC A/52:2018 5.3 and E.1.2.
  private var dolbyName: String? {
    guard byte(0) == 0x0B, byte(1) == 0x77, let rate = byte(4), let stream = byte(5) else { return nil }
    switch stream >> 3 {
    case 0...10: return rate >> 6 == 3 || rate & 63 > 37 ? nil : "an AC-3 stream"
    case 11...16: return "an E-AC-3 stream"
    default: return nil
    }
  }

  /// A header of a known size, directly followed by the pixels.
  private var isBitmap: Bool {
    guard let pixels = little32(10), let header = little32(14) else { return false }
    return [12, 16, 40, 52, 56, 64, 108, 124].contains(header) && pixels >= 14 + header && pixels < 1 << 20 && little32(6) == 0
  }
}

// MARK: - Text

extension ContentHead {
  /// The kind of text, as far as its start identifies it; nil if there are bytes that text does not contain.
  var textName: String? {
    let count = min(bytes.count, FileContent.headCount)
    let first = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    // XML declares its encoding.
    if !isText(first..<count), !has("<?xml", at: first) { return nil }
    guard let start = (first..<count).first(where: { bytes[$0] > 0x20 }) else { return "plain text" }
    switch bytes[start] {
    case 0x3C:  // <
      if contains("<mpd", before: count) { return "an MPEG-DASH manifest" }
      if contains("<svg", before: count) { return "an SVG image" }
      if contains("<!doctype html", before: start + 100) || contains("<html", before: start + 200) { return "an HTML page" }
      return has("<?xml", at: start) || has("<!", at: start) ? "an XML document" : "plain text"
    case 0x7B, 0x5B: return isJSON(start, count) ? "a JSON document" : "plain text"
    case 0x23: return has("#EXTM3U", at: start) ? "an HLS playlist" : has("#!", at: start) ? "a script" : "plain text"
    default: return has("WEBVTT", at: start) ? "a WebVTT file" : "plain text"
    }
  }

  /// Whether this is UTF-8, or another extension of ASCII with few non-ASCII characters, without control characters.
  private func isText(_ range: Range<Int>) -> Bool {
    var (foreign, place) = (0, range.lowerBound)
    while place < range.upperBound {
      let byte = bytes[place]
      if byte < 0x20 ? !((8...13).contains(byte) || byte == 0x1B) : byte == 0x7F { return false }
      if byte >= 0x80 {
        let following = byte >= 0xF0 ? 3 : byte >= 0xE0 ? 2 : byte >= 0xC2 ? 1 : 0
        let end = min(place + 1 + following, range.upperBound)
        if following > 0, byte < 0xF5, bytes[(place + 1)..<end].allSatisfy({ $0 & 0xC0 == 0x80 }) {
          place = end - 1
        } else {
          foreign += 1
        }
      }
      place += 1
    }
    return foreign * 8 <= range.count
  }

  /// Whether a brace or bracket is followed by what JSON allows there.
  private func isJSON(_ start: Int, _ end: Int) -> Bool {
    guard let next = (start + 1..<max(end, start + 1)).first(where: { bytes[$0] > 0x20 }) else { return false }
    if bytes[start] == 0x7B { return bytes[next] == 0x22 || bytes[next] == 0x7D }
    return Array("\"{[]-0123456789tfn".utf8).contains(bytes[next]) && contains("]", before: isEnd ? bytes.count : 0) || bytes[next] == 0x7B
  }
}
