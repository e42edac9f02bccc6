import BitstreamKit
import MP4Kit

/// A movie fragment has several track fragments.
final class SeveralTrackFragments: MovieRule {
  override var page: RulePage {
    RulePage(
      "cmaf.one-track-fragment", .error, "a movie fragment has several track fragments",
      clause: "ISO/IEC 23000-19:2020 7.3.2.3: a CMAF chunk contains one track fragment",
      cause: "Video and sound were muxed together.",
      remedy: "mediaprobe extract --track 0 --fragment 2s FILE OUT.mp4, and so for each track.",
      command: "mediaprobe extract --track 0 --fragment 2s FILE OUT.mp4",
      targets: [.cmaf])
  }

  override func fragment(_ fragment: FragmentFacts, _ file: MovieFacts, _ run: CheckRun) {
    let count = fragment.fragment.tracks.count
    guard count > 1 else { return }
    run.find(
      self, "\(count) track fragments in fragment \(fragment.index)", at: fragment.place.offset, size: fragment.place.size,
      path: "moof[\(fragment.index)]")
  }
}
