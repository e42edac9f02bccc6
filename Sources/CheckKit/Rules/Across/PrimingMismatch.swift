import AACKit
import BitstreamKit
import MP4Kit
import RemuxKit

/// The edit list removes another priming than iTunSMPB states.
final class PrimingMismatch: MovieRule {
  override var page: RulePage {
    RulePage(
      "across.priming", .warning, "the edit list removes another priming than iTunSMPB states",
      clause: "ISO/IEC 14496-12:2022 8.6.6, media_time; Apple, Technical Note TN2258, iTunSMPB",
      cause: """
        The sound was cut or remuxed, and one of the two was kept. Players differ in which they obey: the sound begins too \
        early or too late, and gapless playback clicks.
        """,
      remedy: "Remove iTunSMPB, or write the edit list anew: 'mediaprobe cut' writes the edit of what it cuts.")
  }

  override func endOfTrack(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard case .aac(let configuration) = track.media.configuration, let rate = configuration.sampleRate, rate > 0,
      let parsed = track.movieTrack, let list = parsed.editList, let priming = SoundPriming.samples(in: file.movie.tree)
    else { return }
    for row in 0..<min(16, list.entries.count) where list.entries[row].mediaTime >= 0 {
      let removed = track.seconds(list.entries[row].mediaTime - (track.extent.firstPresentationTime ?? 0))
      if abs(removed - Double(priming) / Double(rate)) <= 0.001 { return }
      run.find(
        self,
        "iTunSMPB states \(priming) samples, the edit list removes \(Int64(saturating: (removed * Double(rate)).rounded()))",
        at: file.place("edts/elst", in: parsed.node)?.offset, path: track.path + "/edts/elst")
      return
    }
  }
}
