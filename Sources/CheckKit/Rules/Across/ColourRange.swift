import BitstreamKit
import H264Kit
import HEVCKit
import MP4Kit

/// `colr` and the VUI state different ranges.
final class ColourRange: MovieRule {
  override var page: RulePage {
    RulePage(
      "across.colour-range", .warning, "colr and the VUI state different ranges",
      clause: """
        ISO/IEC 14496-12:2022 12.1.5, full_range_flag; ITU-T H.264 (08/2021) and H.265 (08/2021) E.2.1, video_full_range_flag, which is \
        0 where it is absent
        """,
      cause: """
        A screen or a camera recorded full range and the box was made with defaults, or the reverse. Players show black as grey, or \
        lose the darkest and brightest parts.
        """,
      remedy: "Set the box by the VUI with 'mediaprobe check --fix', if the VUI is right.")
  }

  override func endOfTrack(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard let box = track.description?.colour?.range else { return }
    let coded: Bool
    if let set = track.h264?.firstSet {
      coded = set.vuiParameters?.videoSignalType?.videoFullRangeFlag ?? false
    } else if let set = track.hevc?.firstSet {
      coded = set.vuiParameters?.videoSignalType?.videoFullRangeFlag ?? false
    } else {
      return
    }
    if box.fullRangeFlag == coded { return }
    run.find(
      self, "full_range_flag is \(box.fullRangeFlag ? 1 : 0), video_full_range_flag \(coded ? 1 : 0)",
      at: file.place("mdia/minf/stbl/stsd", in: track.movieTrack?.node)?.offset, path: track.entryPath + "/colr")
  }
}
