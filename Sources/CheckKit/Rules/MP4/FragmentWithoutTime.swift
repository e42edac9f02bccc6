import BitstreamKit
import MP4Kit

/// A fragment has no tfdt box.
final class FragmentWithoutTime: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.fragment-time-missing", .warning, "a fragment has no tfdt box",
      clause: """
        ISO/IEC 14496-12:2022 8.8.12: optional; required by ISO/IEC 23009-1:2022 6.3.4.2, ISO/IEC 23000-19:2020 7.5.15 and \
        W3C Media Source Extensions, ISO BMFF byte stream format
        """,
      cause: "An old writer. Players that begin in the middle of a stream do not know the time.",
      remedy: "'mediaprobe remux --fragment 2s' writes the box.",
      stricter: .init(.error, [.dash, .cmaf, .hls, .chrome, .safari]))
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
