import BitstreamKit
import MP4Kit

/// The intact fragments of an MP4 file and the damaged sizes between them.
///
/// Walks the boxes at the top level. Where one is not followed by another, it searches for the next `moof`. All bytes keep their places,
/// since samples are located by offsets: the size of the box before is corrected, and bytes that are no box become a `free` box. One pass;
/// each byte is examined once.
struct FragmentSearch {
  /// A box whose size is not that to the next box.
  struct Correction {
    var place: UInt64
    /// The header in the file.
    var header: BoxHeader
    /// The size to the next box.
    var size: UInt64
  }

  /// What to replace so that the boxes follow one another.
  private(set) var patches: [BytePatch] = []
  private(set) var corrections: [Correction] = []
  /// The last `mdat` if it does not end where its size says: with the file, or at an `mfra`.
  private(set) var lastData: Correction?
  /// The ranges that hold no box.
  private(set) var lost: [Range<UInt64>] = []

  /// The most damaged places to pass.
  private static let maxPlaces = 1 << 16
  /// `moof` and the header of `mfhd`, its first box.
  private static let signatureLength = 16

  private let source: AnyByteSource
  private var window: ByteWindow<AnyByteSource>
  /// The box before the current place; nil if what is there is not a box.
  private var last: (place: UInt64, header: BoxHeader)?

  /// The number of boxes that may still be looked at inside fragments: as many as the file can have, since damaged ones can overlap.
  private var boxesLeft: UInt64

  init(_ source: AnyByteSource) throws(ByteError) {
    self.source = source
    boxesLeft = source.byteCount / 8
    window = ByteWindow(source)
    var place: UInt64 = 0
    while place < source.byteCount, patches.count < Self.maxPlaces {
      let header = try header(at: place)
      if let header, let size = try trueSize(header, at: place) {
        if size != header.size { correct(header, at: place, to: size) }
        last = (place, header)
        place += size
        continue
      }
      // A box whose size is impossible is damaged itself, else the box before may be.
      if let header, Self.isKnown(header.type) { last = (place, header) }
      let from = last.map { $0.place + UInt64($0.header.byteCount) } ?? place
      guard let next = try search(from: from) else {
        try noteLastData()
        break
      }
      try close(place, before: next)
      place = next
    }
  }

  /// Fills the bytes between the last box, or the place of the damage, and the next fragment.
  private mutating func close(_ place: UInt64, before next: UInt64) throws(ByteError) {
    if let last, last.header.type == "mdat" || last.place >= place || next < place || next - place < 8 {
      return correct(last.header, at: last.place, to: next - last.place)
    }
    if next - place < 8 { return }
    lost.append(place..<next)
    let isLarge = next - place > UInt64(UInt32.max)
    let free = BoxHeader("free", size: next - place, form: isLarge ? .large : .compact).encoded
    var old: [UInt8] = []
    try source.read(at: place, count: free.count, into: &old)
    patches.append(BytePatch(offset: place, old: old, new: free))
  }

  private mutating func correct(_ header: BoxHeader, at place: UInt64, to size: UInt64) {
    if header.form == .toEnd && size == source.byteCount - place || header.form != .large && size > UInt64(UInt32.max) { return }
    if header.size == size { return }
    corrections.append(Correction(place: place, header: header, size: size))
    var right = header
    right.size = size
    if right.form == .toEnd { right.form = .compact }
    patches.append(BytePatch(offset: place, old: header.encoded, new: right.encoded))
  }

  private mutating func noteLastData() throws(ByteError) {
    guard let last, last.header.type == "mdat", last.header.form != .toEnd else { return }
    var (end, bytes) = (source.byteCount, [UInt8]())
    // An mfra ends with its size.
    if end >= 24 { try source.read(at: end - 4, count: 4, into: &bytes) }
    if bytes.count == 4, case let size = UInt64(UInt32(unpacking: bytes, at: 0)), size >= 24, size < end,
      let header = try header(at: end - size), header.type == "mfra", header.size == size
    {
      end -= size
    }
    if end <= last.place + UInt64(last.header.byteCount) || end - last.place == last.header.size { return }
    lastData = Correction(place: last.place, header: last.header, size: end - last.place)
  }

  // MARK: Boxes

  private mutating func header(at place: UInt64) throws(ByteError) -> BoxHeader? {
    let (first, count) = try window.load(place, BoxHeader.longest)
    return BoxHeader(window.bytes, at: first, count: count)
  }

  /// The size of a box at the top level: that of its header, and of a `moof` without a box after it where its boxes end. Nil if there is no
  /// such box.
  private mutating func trueSize(_ header: BoxHeader, at place: UInt64) throws(ByteError) -> UInt64? {
    let left = source.byteCount - place
    let isPossible = header.size >= UInt64(header.byteCount) && header.size <= left
    if header.form == .toEnd, header.type != "moof", Self.isKnown(header.type) {
      // No size, unless a fragment follows.
      return try search(from: place + UInt64(header.byteCount)).map { $0 - place } ?? left
    }
    if header.type != "moof" {
      if !isPossible || Self.isInside(header.type) { return nil }
      if Self.isKnown(header.type) { return header.size }
      return try isBox(at: place + header.size) ? header.size : nil
    }
    if isPossible, try isKnownBox(at: place + header.size) { return header.size }
    let end = try endOfFragment(from: place + UInt64(header.byteCount))
    // Boxes that are damaged inside leave the size as it is.
    if isPossible, try !isKnownBox(at: end) { return header.size }
    return end > place + UInt64(header.byteCount) ? end - place : nil
  }

  /// The end of the boxes that a `moof` can have.
  private mutating func endOfFragment(from start: UInt64) throws(ByteError) -> UInt64 {
    var place = start
    while place < source.byteCount, let header = try header(at: place), header.form != .toEnd,
      header.size >= UInt64(header.byteCount), header.size <= source.byteCount - place, boxesLeft > 0
    {
      boxesLeft -= 1
      switch header.type {
      case "mfhd", "traf", "pssh", "meta", "udta": place += header.size
      default: return place
      }
    }
    return place
  }

  /// Whether the file ends at an offset, or a box of a known type begins there.
  private mutating func isKnownBox(at place: UInt64) throws(ByteError) -> Bool {
    if place == source.byteCount { return true }
    guard let header = try header(at: place) else { return false }
    return Self.isKnown(header.type)
  }

  /// Whether the file ends at an offset, or a box begins there: of a known type, or of one of four letters or digits and a possible size.
  private mutating func isBox(at place: UInt64) throws(ByteError) -> Bool {
    if try isKnownBox(at: place) { return true }
    guard let header = try header(at: place) else { return false }
    let isWord = header.type.description.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 || $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A }
    return isWord && header.size >= UInt64(header.byteCount) && header.size <= source.byteCount - place
  }

  /// Whether a type is one of a file of fragments.
  private static func isKnown(_ type: FourCC) -> Bool {
    switch type {
    case "ftyp", "styp", "moov", "moof", "mdat", "sidx", "ssix", "mfra", "free", "skip", "wide", "emsg", "prft", "pdin", "meta", "uuid":
      true
    default: false
    }
  }

  /// Whether a type is one of a box that is only in others: bytes before it are missing.
  private static func isInside(_ type: FourCC) -> Bool {
    switch type {
    case "mfhd", "traf", "tfhd", "tfdt", "trun", "saiz", "saio", "senc", "sgpd", "sbgp", "subs", "mvhd", "trak", "mvex": true
    default: false
    }
  }

  /// The offset of the next `moof`; nil if there is none.
  private func search(from place: UInt64) throws(ByteError) -> UInt64? {
    var (start, step, bytes): (UInt64, Int, [UInt8]) = (place, 256, [])
    while start < source.byteCount {
      try source.read(at: start, count: step, into: &bytes)
      step = min(2 * step, 1 << 16)
      if bytes.count < Self.signatureLength { return nil }
      for index in 0...bytes.count - Self.signatureLength where bytes[index + 4] == 0x6D && bytes[index + 12] == 0x6D {
        // A `moof` whose first box is an `mfhd` of 16 bytes.
        if bytes.bigEndian64(at: index + 4) == 0x6D6F_6F66_0000_0010, UInt32(unpacking: bytes, at: index + 12) == 0x6D66_6864 {
          return start + UInt64(index)
        }
      }
      start += UInt64(bytes.count - Self.signatureLength + 1)
    }
    return nil
  }
}
