import BitstreamKit
import MP4Kit

/// A fragment has no tfdt box.
final class FragmentWithoutTime: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.fragment-time-missing", .warning, "a fragment has no tfdt box",
      clause: "ISO/IEC 14496-12:2022 8.8.12: optional; DASH, HLS and Media Source Extensions require it",
      cause: "An old writer. Players that begin in the middle of a stream do not know the time.",
      remedy: "'mediaprobe remux --fragment' writes the box.")
  }

  override func fragment(_ fragment: FragmentFacts, _ file: MovieFacts, _ run: CheckRun) {
    for part in fragment.fragment.tracks where part.decodeTime == nil {
      run.find(
        self, "track \(part.header.trackID) in fragment \(fragment.index) has no tfdt", at: fragment.place.offset,
        size: fragment.place.size,
        path: "moof[\(fragment.index)]/traf")
    }
  }
}
