import BitstreamKit
import MP4Kit

/// A track has samples and no sample description.
final class NoDescription: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.no-sample-description", .error, "a track has samples and no sample description",
      clause: "ISO/IEC 14496-12:2022 8.5.2",
      cause: "The writer is faulty, or the entry is damaged. Nothing says how to decode the samples.",
      remedy: "'mediaprobe recover --like' with a good recording of the same source.",
      command: "mediaprobe recover --like GOOD FILE OUT")
  }

  override func track(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard let parsed = track.movieTrack, parsed.descriptions.isEmpty, parsed.table?.sampleCount ?? 0 > 0 else { return }
    run.find(
      self, "stsd has no entry", at: file.place("mdia/minf/stbl/stsd", in: parsed.node)?.offset, path: track.tablePath + "/stsd")
  }
}
