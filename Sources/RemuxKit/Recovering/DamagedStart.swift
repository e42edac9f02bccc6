import BitstreamKit
import MP4Kit

/// A file whose first bytes are damaged, which is not recognized for that alone: the header of an FLV file, or what comes before the `moov` of
/// a movie.
struct DamagedStart {
  /// The file with a header in place of the damaged bytes.
  let source: AnyByteSource
  /// What was found, for people.
  let note: String

  /// The number of bytes at the start in which a `moov` in front of the media data begins.
  private static let frontSize: UInt64 = 1 << 20

  /// Nil if the file begins as it should, or if nothing is found after the damage.
  init?(_ file: AnyByteSource) throws(ByteError) {
    var head: [UInt8] = []
    try file.read(at: 0, count: 24, into: &head)
    if head.count < 24 || head.starts(with: "FLV".utf8) { return nil }
    var patch: BytePatch?
    if try Self.beginsTags(file, head) {
      patch = BytePatch(offset: 0, old: Array(head[..<13]), new: Self.flvHeader)
      note = "the file header is damaged, and FLV tags follow it"
    } else if let (place, movie) = try Self.movie(file) {
      let type: FourCC = try Self.hasMediaData(file, after: movie) ? "free" : "mdat"
      let new = BoxHeader(type, size: movie - place, form: movie - place > UInt64(UInt32.max) ? .large : .compact).encoded
      var old: [UInt8] = []
      try file.read(at: place, count: new.count, into: &old)
      patch = BytePatch(offset: place, old: old, new: new)
      note = "the box at \(place) is damaged, and moov follows at \(movie)"
    } else if let place = try Self.firstTag(file) {
      note = "the file header is missing, and FLV tags begin at byte \(place)"
      source = AnyByteSource(PartsSource(file, [.bytes(Self.flvHeader), .range(place..<file.byteCount)]))
      return
    } else {
      return nil
    }
    guard let patch else { return nil }
    source = AnyByteSource(PatchedSource(file, [patch]))
  }

  /// The header of a file with audio and video, and the first PreviousTagSize.
  private static let flvHeader: [UInt8] = Array("FLV".utf8) + [1, 5, 0, 0, 0, 9, 0, 0, 0, 0]

  /// The offset of the first tag of a file of unknown content; nil if it has no tags that lead to one another.
  private static func firstTag(_ file: AnyByteSource) throws(ByteError) -> UInt64? {
    guard case .unknown = try FileContent.detect(file) else { return nil }
    let search = try FLVTagSearch(AnyByteSource(PartsSource(file, [.bytes(flvHeader), .range(0..<file.byteCount)])))
    if search.tagCount < minTags { return nil }
    let isAtStart = search.lost.first?.lowerBound != UInt64(flvHeader.count)
    return isAtStart ? 0 : search.lost.first.map { $0.upperBound - UInt64(flvHeader.count) }
  }

  /// The least number of tags that are not taken for such by chance.
  private static let minTags: UInt64 = 4

  /// Whether a whole tag follows the place of the header and of the first PreviousTagSize.
  private static func beginsTags(_ file: AnyByteSource, _ head: [UInt8]) throws(ByteError) -> Bool {
    guard [8, 9, 18].contains(head[13]), head[21] == 0, head[22] == 0, head[23] == 0 else { return false }
    let size = UInt32(head[14]) << 16 | UInt32(head[15]) << 8 | UInt32(head[16])
    var bytes: [UInt8] = []
    try file.read(at: 24 + UInt64(size), count: 4, into: &bytes)
    return bytes.count == 4 && UInt32(unpacking: bytes, at: 0) == size + 11
  }

  /// The first box that is none, and the `moov` after it; nil if boxes lead to a `moov`, to fragments or to media data.
  private static func movie(_ file: AnyByteSource) throws(ByteError) -> (place: UInt64, movie: UInt64)? {
    let known: Set<FourCC> = ["ftyp", "free", "skip", "wide", "uuid", "pdin", "meta"]
    var walker = BoxWalker(file)
    while let place = try walker.next() {
      guard place.depth == 0 else { continue }
      walker.leave(place)
      if place.isBox, ["moov", "moof", "mdat", "styp", "sidx"].contains(place.header.type) { return nil }
      if place.isBox, known.contains(place.header.type), place.header.size <= place.size { continue }
      var movie = try HiddenMovie.search(file, from: place.offset, to: place.offset + frontSize)
      if movie == nil { movie = try HiddenMovie.search(file, from: place.offset) }
      return movie.flatMap { $0 >= place.offset + 16 ? (place.offset, $0) : nil }
    }
    return nil
  }

  private static func hasMediaData(_ file: AnyByteSource, after movie: UInt64) throws(ByteError) -> Bool {
    var walker = BoxWalker(AnyByteSource(PartsSource(file, [.range(movie..<file.byteCount)])))
    while let place = try walker.next() {
      guard place.depth == 0 else { continue }
      walker.leave(place)
      if place.isBox, place.header.type == "mdat" { return true }
    }
    return false
  }
}
