import BitstreamKit
import MP4Kit

/// Fragment sequence numbers leave some out.
final class FragmentNumberGap: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.fragment-number-gap", .note, "fragment sequence numbers leave some out",
      clause: "ISO/IEC 14496-12:2022 8.8.5: the number increases, so that a reader can verify the integrity of the sequence",
      cause: "A fragment was lost or removed, or the fragments are those of one of several files that share the numbers.",
      remedy: "Look for the missing segment. 'mediaprobe remux --fragment 2s' numbers the fragments anew.")
  }

  private var last: UInt32?
  private var (steps, gaps): (Int, [(from: UInt32, to: UInt32, place: BoxPlace, index: Int)]) = (0, [])
  private static let maxGaps = 64

  override func fragment(_ fragment: FragmentFacts, _ file: MovieFacts, _ run: CheckRun) {
    defer { last = fragment.fragment.sequenceNumber.map { max(last ?? 0, $0) } ?? last }
    guard let last, let number = fragment.fragment.sequenceNumber, number > last else { return }
    steps += 1
    if number - last > 1, gaps.count < Self.maxGaps { gaps.append((last, number, fragment.place, fragment.index)) }
  }

  override func end(_ file: MovieFacts, _ run: CheckRun) {
    // Where numbers are left out all the time, that is how the writer counts.
    if gaps.count > max(1, steps / 4) { return }
    for gap in gaps {
      run.find(
        self, "fragment \(gap.to) follows fragment \(gap.from)", at: gap.place.offset, size: gap.place.size,
        path: "moof[\(gap.index)]/mfhd")
    }
  }
}
