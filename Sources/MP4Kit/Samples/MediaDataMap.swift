import BitstreamKit

/// Where media data lies in a file: the `mdat` and `imda` boxes at its top level, looked up as far as they are asked for.
///
/// ISO/IEC 14496-12:2022, 8.1.1 and 9.1.4. Memory grows with the number of these boxes.
public struct MediaDataMap {
  private var walker: BoxWalker<AnyByteSource>?
  private var ranges: [Range<UInt64>] = []
  /// The box that held the last answer: samples lie beside one another.
  private var current: Range<UInt64> = 0..<0
  /// Everything before this place is known.
  private var known: UInt64 = 0

  /// A map of a file of which nothing is known yet.
  public init(_ source: AnyByteSource) { walker = BoxWalker(source) }

  /// Whether some bytes lie in one box of media data, as far as the file has it.
  /// - Throws: where the source fails.
  @inline(__always) public mutating func holds(_ offset: UInt64, _ size: UInt64) throws(ByteError) -> Bool {
    if offset >= current.lowerBound, offset < current.upperBound, size <= current.upperBound - offset { return true }
    return try find(offset, size)
  }

  private mutating func find(_ offset: UInt64, _ size: UInt64) throws(ByteError) -> Bool {
    while known <= offset, let place = try walker?.next() {
      walker?.leave(place)
      known = place.end
      let isData = place.isBox && (place.header.type == "mdat" || place.header.type == "imda")
      if isData, place.payloadOffset < place.end { ranges.append(place.payloadOffset..<place.end) }
    }
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].lowerBound <= offset { low = middle + 1 } else { high = middle }
    }
    guard low > 0, offset < ranges[low - 1].upperBound else { return false }
    current = ranges[low - 1]
    return size <= current.upperBound - offset
  }
}

extension BoxTree {
  /// Whether the media of a `trak` box is in the same file, as all entries of its `dref` say (ISO/IEC 14496-12:2022, 8.7.2).
  public mutating func isSelfContained(track: Int) throws(ByteError) -> Bool {
    for dref in find("mdia/minf/dinf/dref", in: track) {
      for entry in children(of: dref) {
        // The flag is the last bit of the entry's version and flags.
        let head = try payload(of: entry, limit: 4)
        if head.count == 4, head[3] & 1 == 0 { return false }
      }
    }
    return true
  }
}
