import BitstreamKit
import MP4Kit

/// The `moov` of a file whose media data has the wrong size, so that the boxes after it are not found.
package struct HiddenMovie {
  /// The `mdat` box.
  package let mediaData: BoxPlace
  /// The `moov` box and what follows it.
  package let movie: Range<UInt64>

  /// What is wrong, in words.
  package var text: String {
    "the mdat at \(mediaData.offset) has the size \(mediaData.header.size), and moov follows after "
      + counted(movie.lowerBound - mediaData.offset, "byte")
  }

  /// The most bytes at the end of the file to search.
  private static let maxSearched: UInt64 = 64 << 20
  /// The sizes of `mvhd`, versions 0 and 1 (ISO/IEC 14496-12:2022, 8.2.2).
  private static let headerSizes: [UInt32] = [108, 120]

  /// Nil if the file has a `moov` or `moof` where its boxes say, more than one `mdat`, or no other `moov`.
  package init?(_ source: AnyByteSource) throws(ByteError) {
    var walker = BoxWalker(source)
    var data: BoxPlace?
    while let place = try walker.next() {
      guard place.depth == 0 else { continue }
      walker.leave(place)
      if !place.isBox { break }
      switch place.header.type {
      case "moof": return nil
      case "moov": return nil
      case "mdat" where data != nil: return nil
      case "mdat": data = place
      default: break
      }
    }
    guard let data, let start = try Self.search(source, from: data.offset + 16) else { return nil }
    (mediaData, movie) = (data, start..<source.byteCount)
  }

  /// The offset of the last `moov` that is whole and begins before `end`; nil if there is none.
  static func search(_ source: AnyByteSource, from first: UInt64, to end: UInt64 = .max) throws(ByteError) -> UInt64? {
    let end = min(end, source.byteCount)
    var start = max(first, end > maxSearched ? end - maxSearched : 0)
    var (bytes, found): ([UInt8], UInt64?) = ([], nil)
    while start < end {
      try source.read(at: start, count: 1 << 16, into: &bytes)
      if bytes.count < 16 { break }
      for index in 0...bytes.count - 16 where bytes[index + 4] == 0x6D && bytes[index + 12] == 0x6D {
        guard bytes.bigEndian(at: index + 4, size: 4) == 0x6D6F_6F76, bytes.bigEndian(at: index + 12, size: 4) == 0x6D76_6864,
          headerSizes.contains(UInt32(unpacking: bytes, at: index + 8))
        else { continue }
        let size = UInt64(UInt32(unpacking: bytes, at: index))
        if size > 16, size <= source.byteCount - start - UInt64(index) { found = start + UInt64(index) }
      }
      start += UInt64(bytes.count - 15)
    }
    return found
  }
}
