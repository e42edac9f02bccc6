import BitstreamKit
import MP4Kit

/// What the searches of damaged files share.
enum DamagedFile {
  /// The most damaged places to name.
  static let maxNamed = 8

  // MARK: Movies

  /// The payloads of `mdat` boxes. A box whose size was never filled in, or is less than its header, extends to the end of the file.
  static func mediaData(_ source: AnyByteSource) throws(MediaError) -> [Range<UInt64>] {
    var regions: [Range<UInt64>] = []
    var walker = BoxWalker(source)
    do {
      while let place = try walker.next() {
        guard place.depth == 0 else { continue }
        walker.leave(place)
        if !place.isBox, let start = try unsizedMediaData(source, at: place.offset) {
          if start < source.byteCount { regions.append(start..<source.byteCount) }
          break
        }
        guard place.isBox, place.header.type == "mdat" else { continue }
        let isOpen = place.payloadSize == 0 || place.header.form == .toEnd || place.header.size > place.size
        let end = isOpen ? source.byteCount : place.end
        if place.payloadOffset < end { regions.append(place.payloadOffset..<end) }
        if isOpen { break }
      }
    } catch { throw .bytes(error) }
    return regions
  }

  /// Where the payload of an `mdat` begins whose header cannot be one because of its size; nil if the bytes are something else.
  private static func unsizedMediaData(_ source: AnyByteSource, at offset: UInt64) throws(ByteError) -> UInt64? {
    var bytes: [UInt8] = []
    try source.read(at: offset, count: 8, into: &bytes)
    guard bytes.count == 8, bytes.bigEndian(at: 4, size: 4) == UInt64(("mdat" as FourCC).rawValue) else { return nil }
    // A size of 1 says that one of 64 bits follows the type.
    return offset &+ (bytes.bigEndian(at: 0, size: 4) == 1 ? 16 : 8)
  }

  /// The largest `moov` that is compared with another, in bytes.
  private static let maxCompared: UInt64 = 1 << 20

  /// Where a second file begins that was appended to a movie with its `moov`; nil if there is none. The same `moov` again is that of one file:
  /// segments are stored with it.
  static func furtherMovie(_ source: AnyByteSource, _ container: MediaContainer?) throws(MediaError) -> UInt64? {
    if container != .mp4 { return nil }
    var (walker, first, start) = (BoxWalker(source), nil as [UInt8]?, nil as UInt64?)
    do {
      while let place = try walker.next() {
        guard place.depth == 0 else { continue }
        walker.leave(place)
        if !place.isBox { continue }
        if place.header.type == "ftyp", first != nil { start = start ?? place.offset }
        guard place.header.type == "moov" else { continue }
        var bytes: [UInt8] = []
        try source.read(at: place.offset, count: Int(min(maxCompared, place.size)), into: &bytes)
        if let start, bytes != first { return start }
        first = first ?? bytes
      }
    } catch { throw .bytes(error) }
    return nil
  }

  /// Whether the samples of each track are in another file.
  static func externalTracks(_ movie: Movie<AnyByteSource>) throws(MediaError) -> [Bool] {
    var tree = movie.tree
    do {
      return try movie.tracks.map { (track) throws(ByteError) in try !tree.isSelfContained(track: track.node) }
    } catch { throw .bytes(error) }
  }

  /// The most ranges of samples to keep, 16 bytes each.
  private static let maxRanges = 1 << 20

  /// The media data that holds no sample of the intact tracks.
  static func unlocated(
    _ reader: MediaReader, _ source: AnyByteSource, _ isIntact: [Bool]
  ) throws(MediaError) -> [Range<UInt64>] {
    var taken: [Range<UInt64>] = []
    var reader = try reader.reopened(track: nil)
    while let sample = try reader.next() {
      guard sample.size > 0, sample.isWhole(in: source.byteCount), isIntact[sample.track] else { continue }
      let range = sample.offset..<sample.offset + sample.size
      if let last = taken.last, last.upperBound == range.lowerBound {
        taken[taken.count - 1] = last.lowerBound..<range.upperBound
      } else if taken.count < maxRanges {
        taken.append(range)
      }
    }
    taken = taken.ordered { $0.lowerBound < $1.lowerBound }
    var regions: [Range<UInt64>] = []
    var next = 0
    for region in try mediaData(source) {
      var start = region.lowerBound
      while next < taken.count, taken[next].lowerBound < region.upperBound {
        if taken[next].lowerBound > start { regions.append(start..<taken[next].lowerBound) }
        start = max(start, taken[next].upperBound)
        next += 1
      }
      if start < region.upperBound { regions.append(start..<region.upperBound) }
    }
    return regions
  }

  // MARK: Notes

  /// A note about bytes that hold nothing.
  static func lost(_ range: Range<UInt64>, _ what: StaticString) -> (place: UInt64, text: String) {
    (range.lowerBound, "\(counted(range.upperBound - range.lowerBound, "byte is", "bytes are")) no \(what) at \(range.lowerBound)")
  }

  /// The first notes in the order of the file.
  static func named(_ notes: [(place: UInt64, text: String)], of count: Int) -> [String] {
    let more = count > maxNamed ? ["\(counted(count - maxNamed, "more damaged place"))"] : []
    return notes.ordered { $0.place < $1.place }.prefix(maxNamed).map { $0.text } + more
  }
}
