import BitstreamKit
import MP4Kit

/// Fragment sequence numbers do not increase.
final class FragmentOrder: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.fragment-sequence", .error, "fragment sequence numbers do not increase",
      clause: "ISO/IEC 14496-12:2022 8.8.5: the number increases for each fragment in the file, in byte order",
      cause: "Segments were joined in the wrong order, or twice. Players drop what seems to be old.",
      remedy: "Put segments in the order of their times; 'mediaprobe remux --fragment 2s' numbers the fragments anew.")
  }

  private var last: UInt32?

  override func fragment(_ fragment: FragmentFacts, _ file: MovieFacts, _ run: CheckRun) {
    defer { last = fragment.fragment.sequenceNumber ?? last }
    guard let last, let number = fragment.fragment.sequenceNumber, number <= last else { return }
    run.find(
      self, "fragment \(number) follows fragment \(last)", at: fragment.place.offset, size: fragment.place.size,
      path: "moof[\(fragment.index)]/mfhd")
  }
}
