import BitstreamKit
import MP4Kit

/// A fragmented track has no trex box.
final class FragmentWithoutDefaults: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.track-extends-missing", .error, "a fragmented track has no trex box",
      clause: "ISO/IEC 14496-12:2022 8.8.3: exactly one for each track in the movie box",
      cause: """
        A tool added a track to moov and not to mvex, or wrote no mvex. Players have no defaults for the samples and ignore the track; \
        without mvex they do not look for fragments.
        """,
      remedy: "'mediaprobe remux --fragment 2s' writes the boxes.")
  }

  override func movie(_ file: MovieFacts, _ run: CheckRun) {
    guard file.movie.isFragmented else { return }
    if !file.movie.hasMovieExtends, !file.movie.tracks.isEmpty {
      run.find(self, "moov has no mvex, and fragments follow it", at: file.place("moov")?.offset, path: "moov")
      return
    }
    for track in file.movie.tracks where track.extends == nil {
      run.find(self, "track \(track.trackID) has no trex", at: file.place("moov/mvex")?.offset, path: "moov/mvex")
    }
  }
}
