import BitstreamKit
import H264Kit
import HEVCKit
import MP4Kit

/// Samples hold parameter sets, which the sample entry does not allow.
final class InBandSets: MovieRule {
  override var page: RulePage {
    RulePage(
      "across.in-band-sets", .warning, "samples hold parameter sets, which the sample entry does not allow",
      clause: """
        ISO/IEC 14496-15:2022 5.4.2.1.2 and 8.4.1: avc1 and hvc1 keep all sets in the sample entry; avc3 and hev1 allow \
        them in samples
        """,
      cause: "The encoder repeats its sets and the writer copies them. Most players ignore them; Apple's refuse sets that differ.",
      remedy: "mediaprobe check --fix FILE -o OUT.mp4")
  }

  override func endOfTrack(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard let type = track.description?.codec, type == "avc1" || type == "hvc1" else { return }
    let count = track.h264?.setsInSamples ?? track.hevc?.setsInSamples ?? 0
    if count == 0 { return }
    run.find(
      self, "\(count) parameter sets in samples of \(type)", at: file.place("mdia/minf/stbl/stsd", in: track.movieTrack?.node)?.offset,
      path: track.tablePath + "/stsd")
  }
}
