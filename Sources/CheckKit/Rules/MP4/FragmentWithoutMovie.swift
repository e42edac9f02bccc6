import BitstreamKit
import MP4Kit

/// A fragment is about a track that moov does not have.
final class FragmentWithoutMovie: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.fragment-unknown-track", .error, "a fragment is about a track that moov does not have",
      clause: "ISO/IEC 14496-12:2022 8.8.7: track_ID of a track in the movie",
      cause: "Segments were put after the init segment of another rendition. Players ignore the samples or stop.",
      remedy: "Use the init segment that the segments were made with.")
  }

  override func fragment(_ fragment: FragmentFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard file.movie.moovOffset != nil else { return }
    for part in fragment.fragment.tracks where file.movieTrack(id: part.header.trackID) == nil {
      run.find(
        self, "track \(part.header.trackID) in fragment \(fragment.index)", at: fragment.place.offset, size: fragment.place.size,
        path: "moof[\(fragment.index)]/traf/tfhd")
    }
  }
}
