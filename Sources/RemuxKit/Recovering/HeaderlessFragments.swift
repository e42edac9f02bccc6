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
    guard case .like(let good) = knowledge, let movie = good.reader.movie else { return nil }
    do throws(ByteError) {
      let broken = try Movie(source)
      if broken.moovOffset != nil || broken.firstFragmentOffset == nil { return nil }
    } catch { throw .bytes(error) }
    guard movie.isFragmented, let end = movie.tree.nodes.first?.place.end else {
      throw .unsupported("the fragments lost their moov, and that of the good file does not fit: the good file is not fragmented")
    }
    let header = AnyByteSource(PartsSource(good.source, [.range(0..<end)]))
    return (
      AnyByteSource(JoinedSource([header, source])), "there is no moov before the fragments: that of the good file describes the tracks"
    )
  }
}
