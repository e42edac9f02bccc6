import BitstreamKit
import H264Kit
import HEVCKit
import MP4Kit
import RemuxKit

/// `stss` and the pictures disagree about where decoding can begin.
final class SyncMismatch: MovieRule {
  override var page: RulePage {
    RulePage(
      "across.sync-samples", .error, "stss and the pictures disagree about where decoding can begin",
      clause: "ISO/IEC 14496-12:2022 8.6.2; ISO/IEC 14496-15:2022 5.4.3 and 8.4.3: sync samples are IDR pictures or IRAP pictures",
      cause: "A tool marks all intra pictures, or counts samples wrongly. Seeking shows artefacts, or skips key pictures.",
      remedy: "mediaprobe check --fix FILE -o OUT.mp4, which marks the key pictures.")
  }

  /// The disagreements of the current track.
  private var wrong: (missing: Int, extra: Int, first: String?) = (0, 0, nil)

  override func track(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) { wrong = (0, 0, nil) }

  override func sample(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) { compare(track) }

  override func endOfTrack(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    compare(track)
    guard let first = wrong.first else { return }
    let offset = file.place("mdia/minf/stbl/stss", in: track.movieTrack?.node)?.offset
    run.find(
      self, "\(wrong.extra) sync samples hold no key picture, \(wrong.missing) key pictures are not marked; the first is \(first)",
      at: offset,
      path: file.tablePath("stss", of: track))
  }

  private func compare(_ track: TrackFacts) {
    guard let previous = track.previous else { return }
    let number = Int(clamping: track.sampleCount) - 1
    var isKey: Bool?
    if let stream = track.h264, stream.sampleKind != .unknown { isKey = stream.sampleKind == .key }
    if let stream = track.hevc, stream.sampleKind != .unknown { isKey = stream.sampleKind == .key }
    guard let isKey, isKey != previous.isKey else { return }
    if isKey { wrong.missing += 1 } else { wrong.extra += 1 }
    wrong.first = wrong.first ?? "sample \(number)"
  }
}
