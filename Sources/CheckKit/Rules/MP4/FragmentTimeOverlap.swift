import BitstreamKit
import MP4Kit

/// A fragment begins before the one before ends.
final class FragmentTimeOverlap: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.fragment-time-overlap", .error, "a fragment begins before the one before ends",
      clause: "ISO/IEC 14496-12:2022 8.8.12: baseMediaDecodeTime is the sum of the durations of all samples before",
      cause: """
        Segments of different runs of an encoder were joined, or durations were rounded up. Players drop samples or show \
        them twice.
        """,
      remedy: "Encode with exact durations; 'mediaprobe remux' to a plain file shows where times run backwards.",
      command: "mediaprobe remux FILE OUT")
  }

  private var ends: [UInt32: Int64] = [:]

  override func fragment(_ fragment: FragmentFacts, _ file: MovieFacts, _ run: CheckRun) {
    for part in FragmentRuns.all(in: fragment, file) {
      if let end = ends[part.trackID], let start = part.start, start < end {
        run.find(
          self, "track \(part.trackID) continues at \(start), the samples before end at \(end)", at: fragment.place.offset,
          size: fragment.place.size, path: "moof[\(fragment.index)]/traf/tfdt")
      }
      ends[part.trackID] = (part.start ?? ends[part.trackID] ?? 0) &+ part.duration
    }
  }
}
