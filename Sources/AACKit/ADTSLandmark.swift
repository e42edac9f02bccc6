/// A metadata tag before, after or between ADTS frames.
enum ADTSTag: Sendable, Equatable {
  /// ID3v2, at the start of a file and of each segment of HTTP Live Streaming (RFC 8216 3.4).
  case id3v2
  /// ID3v1, the last 128 bytes of a file.
  case id3v1
  /// APEv2 with its header.
  case apev2

  /// The name used in errors.
  var name: String {
    switch self {
    case .id3v2: "ID3v2"
    case .id3v1: "ID3v1"
    case .apev2: "APEv2"
    }
  }
}

/// What starts at a position of a stream, as far as its first bytes show.
enum ADTSLandmark: Sendable, Equatable {
  /// A header with only allowed values: the sizes in bytes of the frame and its header.
  case frame(length: Int, headerSize: Int)
  /// A tag of this size in bytes.
  case tag(ADTSTag, size: UInt64)
  /// No known structure.
  case nothing
  /// Undecided until this many bytes are available.
  case needs(Int)

  /// The maximum number of bytes needed to decide.
  static let farthest = 138

  /// Returns what starts at `bytes[at]`; bytes before `end` are available.
  static func at(_ place: Int, in bytes: [UInt8], to end: Int, isLast: Bool) -> ADTSLandmark {
    let count = end - place
    guard count > 0 else { return .needs(1) }
    switch bytes[place] {
    case 0xFF: return frame(place, bytes, count)
    case 0x49: return id3v2(place, bytes, count, isLast)
    case 0x54: return id3v1(place, bytes, count, isLast)
    case 0x41: return apev2(place, bytes, count, isLast)
    default: return .nothing
    }
  }

  private static func frame(_ at: Int, _ bytes: [UInt8], _ count: Int) -> ADTSLandmark {
    if bytes[at] != 0xFF { return .nothing }
    // Checks syncword and layer, then the sampling frequency index, as far as bytes are available, so that a truncated header is
    // recognised too.
    if count > 1, bytes[at + 1] & 0xF6 != 0xF0 { return .nothing }
    if count > 2, bytes[at + 2] >> 2 & 15 > 12 { return .nothing }
    if count < 7 { return .needs(7) }
    let length = Int(bytes[at + 3] & 3) << 11 | Int(bytes[at + 4]) << 3 | Int(bytes[at + 5] >> 5)
    let headerSize = bytes[at + 1] & 1 == 1 ? 7 : 9 + 2 * Int(bytes[at + 6] & 3)
    if length < headerSize { return .nothing }
    return count < headerSize ? .needs(headerSize) : .frame(length: length, headerSize: headerSize)
  }

  /// ID3 tag version 2.4.0, 3.1 and 3.4: the size excludes header and footer, and has seven bits per byte.
  private static func id3v2(_ at: Int, _ bytes: [UInt8], _ count: Int, _ isLast: Bool) -> ADTSLandmark {
    if !starts(with: "ID3", at, bytes, count) { return .nothing }
    if count < 10 { return isLast && count < 3 ? .nothing : .needs(10) }
    let flags = bytes[at + 5]
    if bytes[at + 3] == 0xFF || bytes[at + 4] == 0xFF || flags & 0x0F != 0 { return .nothing }
    var size: UInt64 = 0
    for index in at + 6..<at + 10 {
      if bytes[index] > 0x7F { return .nothing }
      size = size << 7 | UInt64(bytes[index])
    }
    return .tag(.id3v2, size: size + (bytes[at + 3] >= 4 && flags & 0x10 != 0 ? 20 : 10))
  }

  /// Three letters are weak evidence, so the tag must be followed by the end of the stream or another known structure.
  private static func id3v1(_ at: Int, _ bytes: [UInt8], _ count: Int, _ isLast: Bool) -> ADTSLandmark {
    if !starts(with: "TAG", at, bytes, count) { return .nothing }
    if count < farthest, !isLast { return .needs(farthest) }
    let (next, left) = (at + 128, count - 128)
    if left < 0 { return .nothing }
    if left > 0, !startsLikeTag(next, bytes, left), case .nothing = frame(next, bytes, left) { return .nothing }
    return .tag(.id3v1, size: 128)
  }

  /// Whether a tag may start here.
  static func startsLikeTag(_ at: Int, _ bytes: [UInt8], _ count: Int) -> Bool {
    starts(with: "ID3", at, bytes, count) || starts(with: "TAG", at, bytes, count) || starts(with: "APETAGEX", at, bytes, count)
  }

  /// A header: the version, the size without the header, the number of items, flags with bit 29 set, eight zero bytes.
  private static func apev2(_ at: Int, _ bytes: [UInt8], _ count: Int, _ isLast: Bool) -> ADTSLandmark {
    if !starts(with: "APETAGEX", at, bytes, count) { return .nothing }
    if count < 32 { return isLast && count < 8 ? .nothing : .needs(32) }
    func number(_ index: Int) -> UInt64 {
      (0..<4).reduce(0) { $0 | UInt64(bytes[at + index + $1]) << UInt64(8 * $1) }
    }
    let isHeader = number(20) >> 29 & 1 == 1
    guard number(8) == 2000, isHeader, number(24) == 0, number(28) == 0 else { return .nothing }
    return .tag(.apev2, size: 32 + number(12))
  }

  /// Whether the available bytes are those of `word`, or a prefix of it if there are fewer.
  static func starts(with word: StaticString, _ at: Int, _ bytes: [UInt8], _ count: Int) -> Bool {
    var index = at
    for letter in word.description.utf8 {
      if index >= at + count { return true }
      if bytes[index] != letter { return false }
      index += 1
    }
    return true
  }
}
