import BitstreamKit

/// The positions of media data in a file: the top-level `mdat` and `imda` boxes, found lazily.
///
/// ISO/IEC 14496-12:2022, 8.1.1 and 9.1.4. Memory is proportional to the number of these boxes.
public struct MediaDataMap {
  private var walker: BoxWalker<AnyByteSource>
  private var ranges: [Range<UInt64>] = []
  /// The payload of the last match: adjacent samples are usually in the same box.
  private var current: Range<UInt64> = 0..<0
  /// All boxes before this offset are in `ranges`.
  private var known: UInt64 = 0

  /// An empty map of a file.
  public init(_ source: AnyByteSource) { walker = BoxWalker(source) }

  /// Whether `size` bytes at `offset` are inside one media data box.
  /// - Throws: `ByteError` if the source cannot be read.
  @inline(__always) public mutating func holds(_ offset: UInt64, _ size: UInt64) throws(ByteError) -> Bool {
    if offset >= current.lowerBound, offset < current.upperBound, size <= current.upperBound - offset { return true }
    return try find(offset, size)
  }

  private mutating func find(_ offset: UInt64, _ size: UInt64) throws(ByteError) -> Bool {
    while known <= offset, let place = try walker.next() {
      walker.leave(place)
      known = place.end
      let isData = place.isBox && (place.header.type == "mdat" || place.header.type == "imda")
      if isData, place.payloadOffset < place.end { ranges.append(place.payloadOffset..<place.end) }
    }
    let low = ranges.partitionPoint { $0.lowerBound <= offset }
    guard low > 0, offset < ranges[low - 1].upperBound else { return false }
    current = ranges[low - 1]
    return size <= current.upperBound - offset
  }
}

extension BoxTree {
  /// Whether the media of a `trak` box is in the same file according to the entries of its `dref` that its sample entries use (ISO/IEC
  /// 14496-12:2022, 8.7.2). An entry without the flag that says so and without a location means this file too.
  public mutating func isSelfContained(track: Int) throws(ByteError) -> Bool { try externalMedia(ofTrack: track) == nil }

  /// The first data reference to another file that a sample entry of a `trak` box uses: its node and the location, which is empty if it is not
  /// a URL. Nil if the media is in this file.
  public mutating func externalMedia(ofTrack track: Int) throws(ByteError) -> (node: Int, location: String)? {
    var used: Set<Int> = []
    for entry in find("mdia/minf/stbl/stsd", in: track).flatMap({ children(of: $0) }).prefix(64) {
      // data_reference_index follows six reserved bytes.
      let head = try payload(of: entry, limit: 8)
      if head.count == 8 { used.insert(Int(head[6]) << 8 | Int(head[7])) }
    }
    for (index, entry) in find("mdia/minf/dinf/dref", in: track).flatMap({ children(of: $0) }).enumerated() where used.contains(index + 1) {
      // The flag is the lowest bit of the entry's version and flags.
      let content = try payload(of: entry, limit: 1024)
      guard content.count >= 4, content[3] & 1 == 0 else { continue }
      if nodes[entry].place.header.type != "url " { return (entry, "") }
      let location = String(decoding: content[4...].prefix { $0 != 0 }, as: UTF8.self)
      if !location.isEmpty { return (entry, location) }
    }
    return nil
  }
}
