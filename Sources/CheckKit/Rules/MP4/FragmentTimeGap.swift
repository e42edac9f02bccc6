import BitstreamKit
import MP4Kit

/// A fragment begins later than the one before ends.
final class FragmentTimeGap: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.fragment-time-gap", .warning, "a fragment begins later than the one before ends",
      clause: "ISO/IEC 14496-12:2022 8.8.12: baseMediaDecodeTime is the sum of the durations of all samples before",
      cause: "Fragments are missing: a segment was not recorded or not delivered. Players stall at the gap.",
      remedy: "Get the missing segment; 'mediaprobe remux' keeps the gap.",
      command: "mediaprobe remux FILE OUT")
  }

  private var ends: [UInt32: Int64] = [:]

  override func fragment(_ fragment: FragmentFacts, _ file: MovieFacts, _ run: CheckRun) {
    for part in FragmentRuns.all(in: fragment, file) {
      if let end = ends[part.trackID], let start = part.start, start > end, isGap(start.subtractingReportingOverflow(end), part.longest) {
        run.find(
          self, "track \(part.trackID) continues at \(start), the samples before end at \(end)", at: fragment.place.offset,
          size: fragment.place.size, path: "moof[\(fragment.index)]/traf/tfdt")
      }
      ends[part.trackID] = (part.start ?? ends[part.trackID] ?? 0) &+ part.duration
    }
  }

  private func isGap(_ distance: (partialValue: Int64, overflow: Bool), _ longest: Int64) -> Bool {
    distance.overflow || distance.partialValue >= max(1, longest)
  }
}
