import BitstreamKit
import MP4Kit

/// The boxes between fragments that a copy does not have, though they are media: events (`emsg`, such as SCTE 35 and ID3) and producer
/// reference times (`prft`).
///
/// ISO/IEC 23009-1:2022, 5.10.3.3; ISO/IEC 14496-12:2022, 8.16.5.
enum LostEvents {
  /// What is lost of a file, for messages; empty for other files than movies in fragments.
  static func notes(_ source: AnyByteSource, _ reader: MediaReader) throws(MediaError) -> [String] {
    guard let movie = reader.movie, movie.isFragmented else { return [] }
    var counts: [(type: FourCC, count: Int)] = [("emsg", 0), ("prft", 0)]
    do {
      var walker = BoxWalker(source)
      while let place = try walker.next() {
        walker.leave(place)
        guard place.isBox, place.depth == 0 else { continue }
        for index in counts.indices where counts[index].type == place.header.type { counts[index].count += 1 }
      }
    } catch { throw .bytes(error) }
    return counts.filter { $0.count > 0 }.map { "\(counted($0.count, "box", "boxes")) of type \($0.type) at the top level not copied" }
  }
}
