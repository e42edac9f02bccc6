import BitstreamKit
import H264Kit
import HEVCKit
import MP4Kit

/// `pasp` and the sample aspect ratio of the bitstream disagree.
final class AspectMismatch: MovieRule {
  override var page: RulePage {
    RulePage(
      "across.pixel-aspect-ratio", .warning, "pasp and the sample aspect ratio of the bitstream disagree",
      clause: "ISO/IEC 14496-12:2022 12.1.4 and ITU-T H.264 (08/2021) E.2.1",
      cause: """
        One of them was changed. Players of files go by pasp, decoders by the VUI: the picture is wide in one and narrow \
        in the other.
        """,
      remedy: "Set the VUI with 'mediaprobe edit --set sar=W:H', then remux.")
  }

  override func endOfTrack(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard let box = track.description?.pixelAspectRatio else { return }
    let offset = file.place("mdia/minf/stbl/stsd", in: track.movieTrack?.node)?.offset
    guard let stated = ExactRatio(UInt64(box.hSpacing), UInt64(box.vSpacing)) else {
      // Both 0 states nothing.
      if box.hSpacing == 0, box.vSpacing == 0 { return }
      return run.find(self, "pasp is \(box.hSpacing):\(box.vSpacing), which is no ratio", at: offset, path: track.entryPath + "/pasp")
    }
    guard let coded = track.h264?.firstSet?.sampleAspectRatio ?? track.hevc?.firstSet?.sampleAspectRatio else { return }
    if abs(stated.value - coded.value) <= stated.value * 0.005 { return }
    run.find(
      self, "pasp is \(box.hSpacing):\(box.vSpacing), the bitstream has \(coded.numerator):\(coded.denominator)", at: offset,
      path: track.entryPath + "/pasp")
  }
}
