import BitstreamKit
import MP4Kit

/// Fragments that lost the `moov` before them, as a recording does that lost its start.
enum HeaderlessFragments {
  /// The file after the `moov` of a good file from the same recorder.
  /// - Returns: nil for other files, and if `knowledge` is no good file.
  /// - Throws: `MediaError` if the file or the good file cannot be read, or if the good file is not fragmented.
  static func source(
    _ source: AnyByteSource, knowing knowledge: RecoveryKnowledge?
  ) throws(MediaError) -> (source: AnyByteSource, note: String)? {
    guard case .like(let good) = knowledge, let movie = good.reader.movie, try firstBox(["moov", "moof"], source)?.header.type == "moof"
    else { return nil }
    guard movie.isFragmented, let index = try firstBox(["moov"], good.source) else {
      throw .unsupported("the fragments lost their moov, and that of the good file does not fit: the good file is not fragmented")
    }
    let header = AnyByteSource(PartsSource(good.source, [.range(0..<index.offset + index.size)]))
    return (
      AnyByteSource(JoinedSource([header, source])), "there is no moov before the fragments: that of the good file describes the tracks"
    )
  }

  /// The first box of one of these types at the top level of a file.
  private static func firstBox(_ types: [FourCC], _ source: AnyByteSource) throws(MediaError) -> BoxPlace? {
    var walker = BoxWalker(source)
    do {
      while let place = try walker.next() {
        if place.isBox, place.depth == 0, types.contains(place.header.type) { return place }
        walker.leave(place)
      }
    } catch { throw .bytes(error) }
    return nil
  }
}
