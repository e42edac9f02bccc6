import BitstreamKit
import MP4Kit
import RemuxKit

/// Two samples of a video track have the same presentation time.
final class DuplicatePresentation: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.duplicate-presentation-time", .warning, "two samples of a video track have the same presentation time",
      clause: "ISO/IEC 14496-12:2022 8.6.1.1: composition times are unique in a track",
      cause: "Composition offsets were lost or written for another order. Players drop one of the pictures.",
      remedy: "'mediaprobe extract' and 'mediaprobe remux' compute the times from the picture order counts.")
  }

  private var recent = RecentOrders(limit: 16)

  override func track(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) { recent.removeAll() }

  override func sample(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard track.media.kind == .video else { return }
    let time = track.sample.presentationTime
    if recent.contains(time) {
      run.find(
        self, "presentation time \(time) is that of a sample before", at: track.sample.offset, size: track.sample.size,
        path: file.tablePath("ctts", of: track))
    }
    recent.append(time)
  }
}
