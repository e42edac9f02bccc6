import BitstreamKit
import H264Kit
import MP4Kit
import RemuxKit

/// The sample durations are not those of the VUI's frame rate.
final class FrameRateMismatch: MovieRule {
  override var page: RulePage {
    RulePage(
      "across.frame-rate", .warning, "the sample durations are not those of the VUI's frame rate",
      clause: "ITU-T H.264 (08/2021) E.2.1 and ISO/IEC 14496-12:2022 8.6.1.2",
      cause: """
        The file was made at a rate that the encoder did not know, or the VUI counts fields. Decoders that go by the VUI \
        play too fast or too slow.
        """,
      remedy: "Set the VUI with 'mediaprobe edit --set frame_rate=RATE', and remux the stream with '--fps RATE'.")
  }

  override func endOfTrack(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard track.sampleCount > 10, track.extent.durationSum > 0 else { return }
    // With pic_struct frames last more ticks than two (Table E-6).
    let isFixed = track.h264?.firstSet?.vuiParameters?.timingInfo?.fixedFrameRateFlag ?? false
    guard isFixed, let rate = track.h264?.firstSet?.frameRate, rate.value > 0, track.h264?.activeSet?.frameMbsOnlyFlag == true else {
      return
    }
    let stated = rate.value / max(1, track.h264?.ticks.stretch ?? 1)
    let real = Double(track.sampleCount) * Double(track.timescale) / Double(track.extent.durationSum)
    if abs(real - stated) <= stated * 0.02 { return }
    run.find(
      self, "the VUI states a fixed rate of \(decimal(stated)), the samples make \(decimal(real)) a second",
      at: file.place("mdia/minf/stbl/stts", in: track.movieTrack?.node)?.offset, path: track.tablePath + "/stts")
  }
}
