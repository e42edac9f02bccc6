import BitstreamKit
import MP4Kit

/// A fragment has no tfdt box.
final class SegmentTime: MovieRule {
  override var page: RulePage {
    RulePage(
      "dash.segment-time", .error, "a fragment has no tfdt box",
      clause: "ISO/IEC 23009-1:2022 6.3.4.2; ISO/IEC 23000-19:2020 7.5.15; W3C Media Source Extensions, ISO BMFF byte stream format",
      cause: "An old writer. Media Source Extensions refuse the segment.",
      remedy: "mediaprobe remux --fragment FILE OUT.mp4",
      targets: [.dash, .cmaf, .hls, .chrome, .safari])
  }

  override func fragment(_ fragment: FragmentFacts, _ file: MovieFacts, _ run: CheckRun) {
    for part in fragment.fragment.tracks where part.decodeTime == nil {
      run.find(
        self, "track \(part.header.trackID) in fragment \(fragment.index)", at: fragment.place.offset, size: fragment.place.size,
        path: "moof[\(fragment.index)]/traf")
    }
  }
}
