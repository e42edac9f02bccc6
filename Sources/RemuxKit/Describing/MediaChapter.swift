import BitstreamKit
import MP4Kit

/// A chapter of a movie.
public struct MediaChapter: Equatable, Sendable {
  /// The largest number of chapters to read.
  public static let maxCount = 65536

  /// Start time, in units of `timescale`.
  public var start: Int64
  /// End time, in units of `timescale`; nil for the last chapter of a `chpl`, which lasts until the end of the movie.
  public var end: Int64?
  /// Time scale in units per second.
  public var timescale: UInt32
  /// Title as stored in the file.
  public var title: String

  /// The chapters of a movie: the samples of a text track referenced as `chap`, else those in Nero's `chpl`. Times are those of the movie's
  /// timeline.
  /// - Throws: `ByteError` if reading fails.
  public static func chapters(of movie: Movie<AnyByteSource>) throws(ByteError) -> [MediaChapter] {
    var tree = movie.tree
    let ids = trackIDs(movie)
    let isText = { (track: MovieTrack) in
      ids.contains(track.trackID) && ["text", "sbtl", "subt", "clcp", "subp"].contains(track.handlerType)
    }
    if !ids.isEmpty, let index = movie.tracks.firstIndex(where: isText) {
      let found = try chapters(inTrack: index, of: movie)
      if !found.isEmpty { return found }
    }
    guard let box = try? tree.read(ChapterListBox.self, at: "moov/udta/chpl") else { return [] }
    let starts = box.chapters.map { Int64(clamping: $0.start) }
    return box.chapters.enumerated().map { index, chapter in
      let next = index + 1 < starts.count ? starts[index + 1] : nil
      return MediaChapter(start: starts[index], end: next, timescale: 10_000_000, title: chapter.name)
    }
  }

  /// The samples of a text track; those that its edit list hides are left out.
  private static func chapters(inTrack index: Int, of movie: Movie<AnyByteSource>) throws(ByteError) -> [MediaChapter] {
    let track = movie.tracks[index]
    let timeline = track.timeline(movieTimescale: movie.timescale)
    let limit = timeline.duration.flatMap {
      MediaTime(value: Int64(clamping: $0), timescale: timeline.movieTimescale)?.value(in: track.timescale)
    }
    var (samples, source) = (movie.samples(ofTrack: index), movie.tree.source)
    var found: [MediaChapter] = []
    var bytes: [UInt8] = []
    while found.count < maxCount, let sample = try samples.next()?.sample {
      guard sample.offset < source.byteCount else { continue }
      try source.read(at: sample.offset, count: Int(min(sample.size, 4096)), into: &bytes)
      guard bytes.count >= 2 else { continue }
      let text = bytes.dropFirst(2).prefix(Int(bytes[0]) << 8 | Int(bytes[1]))
      let time = timeline.presentation(of: sample.compositionTime).time
      let (start, end) = (max(0, time), min(time &+ Int64(sample.duration), limit ?? .max))
      if start >= end, !timeline.segments.isEmpty { continue }
      found.append(MediaChapter(start: start, end: end, timescale: track.timescale, title: String(decoding: text, as: UTF8.self)))
    }
    return found
  }

  /// The IDs of tracks referenced as chapter tracks.
  public static func trackIDs(_ movie: Movie<AnyByteSource>) -> Set<UInt32> {
    var (tree, found): (BoxTree<AnyByteSource>, Set<UInt32>) = (movie.tree, [])
    for track in movie.tracks {
      for reference in (try? TrackReference.all(of: track.node, in: &tree)) ?? [] where reference.type == "chap" {
        found.formUnion(reference.trackIDs)
      }
    }
    return found
  }
}
