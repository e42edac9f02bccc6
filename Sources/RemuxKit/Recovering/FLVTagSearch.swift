import BitstreamKit
import FLVKit

/// The intact tags of an FLV file and the damaged bytes between them.
///
/// Walks the tags as long as each is followed by its size, or by something that looks like a tag. Where that ends, it searches for the
/// next tag with its size behind it. One pass; each byte is examined once.
struct FLVTagSearch {
  /// The ranges to read, in order: the file header and whole tags with their PreviousTagSize. The last one goes to the end of the file.
  private(set) var parts: [Range<UInt64>] = []
  /// The ranges between them that hold no tag.
  private(set) var lost: [Range<UInt64>] = []
  /// DataSize of tags where it is wrong and PreviousTagSize is right.
  private(set) var patches: [BytePatch] = []

  /// The number of tags that their size follows.
  private(set) var tagCount: UInt64 = 0

  /// Whether there is nothing to search: no damage, or no tag after it.
  var isWhole: Bool { lost.isEmpty && patches.isEmpty }

  /// The most damaged places to pass.
  private static let maxPlaces = 1 << 16

  private let source: AnyByteSource
  private var window: ByteWindow<AnyByteSource>

  init(_ source: AnyByteSource) throws(ByteError) {
    self.source = source
    window = ByteWindow(source)
    var bytes: [UInt8] = []
    try source.read(at: 0, count: 9, into: &bytes)
    var place: UInt64 = 13
    if bytes.count == 9, case let offset = UInt64(UInt32(unpacking: bytes, at: 5)), offset > 9, offset < source.byteCount {
      place = offset + 4
    }
    var start: UInt64 = 0
    while lost.count + patches.count < Self.maxPlaces, let header = try header(at: place) {
      if try isTag(header, at: place) {
        tagCount += 1
        place += Self.size(header) + 4
        continue
      }
      guard let next = try search(after: place) else { break }
      if let patch = try correction(of: header, at: place, before: next) {
        patches.append(patch)
      } else {
        if start < place { parts.append(start..<place) }
        lost.append(place..<next)
        start = next
      }
      place = next
    }
    if start < source.byteCount { parts.append(start..<source.byteCount) }
  }

  /// The size of a tag without its PreviousTagSize.
  private static func size(_ header: TagHeader) -> UInt64 { UInt64(TagHeader.byteCount) + UInt64(header.dataSize) }

  /// The header at an offset; nil beyond the end.
  private mutating func header(at place: UInt64) throws(ByteError) -> TagHeader? {
    if place >= source.byteCount { return nil }
    let (first, count) = try window.load(place, TagHeader.byteCount)
    return count < TagHeader.byteCount ? nil : TagHeader(unpacking: window.bytes, at: first)
  }

  private static func isPlausible(_ header: TagHeader) -> Bool {
    header.type.isKnown && header.reserved == 0 && header.streamID == 0
  }

  /// Whether its size follows a tag, or what looks like the next one.
  private mutating func isTag(_ header: TagHeader, at place: UInt64) throws(ByteError) -> Bool {
    let end = place + Self.size(header)
    guard end <= source.byteCount, source.byteCount - end >= 4 else { return false }
    if try previousTagSize(at: end) == Self.size(header) { return true }
    if end + 4 == source.byteCount { return Self.isPlausible(header) }
    return try self.header(at: end + 4).map { Self.isPlausible($0) } ?? false
  }

  private mutating func previousTagSize(at place: UInt64) throws(ByteError) -> UInt64? {
    let (first, count) = try window.load(place, 4)
    return count < 4 ? nil : UInt64(UInt32(unpacking: window.bytes, at: first))
  }

  /// The next offset of a tag that its size follows; nil if there is none.
  private func search(after place: UInt64) throws(ByteError) -> UInt64? {
    var (start, bytes, size): (UInt64, [UInt8], [UInt8]) = (place + 1, [], [])
    // The next tag is near, as a rule.
    var step = 256
    while start < source.byteCount {
      try source.read(at: start, count: step, into: &bytes)
      step = min(2 * step, 1 << 16)
      if bytes.count < TagHeader.byteCount { return nil }
      for index in 0...bytes.count - TagHeader.byteCount {
        guard bytes[index + 8] == 0, bytes[index + 9] == 0, bytes[index + 10] == 0, Self.isType(bytes[index]) else { continue }
        let header = TagHeader(unpacking: bytes, at: index)
        let end = start + UInt64(index) + Self.size(header)
        guard header.dataSize > 0, end <= source.byteCount, source.byteCount - end >= 4 else { continue }
        try source.read(at: end, count: 4, into: &size)
        if size.count == 4, UInt64(UInt32(unpacking: size, at: 0)) == Self.size(header) { return start + UInt64(index) }
      }
      start += UInt64(bytes.count - TagHeader.byteCount + 1)
    }
    return nil
  }

  /// Whether a byte is the type of an audio, video or script tag without reserved bits.
  private static func isType(_ byte: UInt8) -> Bool { byte < 0x40 && TagType(rawValue: byte & 31).isKnown }

  /// The right DataSize of a tag; nil if PreviousTagSize does not say that the tag reaches to the next one.
  private mutating func correction(of header: TagHeader, at place: UInt64, before next: UInt64) throws(ByteError) -> BytePatch? {
    let least = UInt64(TagHeader.byteCount) + 4
    guard header.type.isKnown, next - place >= least, case let size = next - place - least, size < 1 << 24,
      try previousTagSize(at: next - 4) == next - place - 4
    else { return nil }
    func coded(_ size: UInt64) -> [UInt8] { [16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) } }
    return BytePatch(offset: place + 1, old: coded(UInt64(header.dataSize)), new: coded(size))
  }
}
