import BitstreamKit
import MP4Kit
import RemuxKit

/// A track with samples has no sync sample.
final class EmptySyncTable: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.no-sync-sample", .warning, "a track with samples has no sync sample",
      clause: "ISO/IEC 14496-12:2022 8.6.2: an empty stss means that no sample is a sync sample",
      cause: "The writer opened the table and never filled it. Players cannot seek.",
      remedy: "'mediaprobe remux' marks the key pictures.")
  }

  override func endOfTrack(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard track.sampleCount > 0, track.keyCount == 0, track.media.kind == .video else { return }
    run.find(
      self, "none of \(track.sampleCount) samples is a sync sample",
      at: file.place("mdia/minf/stbl/stss", in: track.movieTrack?.node)?.offset,
      path: file.tablePath("stss", of: track))
  }
}
