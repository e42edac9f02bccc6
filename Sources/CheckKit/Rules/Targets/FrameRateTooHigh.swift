import BitstreamKit
import MP4Kit
import RemuxKit

/// The video has more than sixty pictures a second.
final class FrameRateTooHigh: MovieRule {
  override var page: RulePage {
    RulePage(
      "hls.frame-rate", .error, "the video has more than sixty pictures a second",
      clause: "Apple, HLS authoring specification, 'Video encoding requirements': frame rates above 60 fps shall not be used",
      cause: "The video was recorded at a high rate and not converted. Apple's devices do not show all pictures, and validators refuse it.",
      remedy: "Encode at sixty pictures a second or fewer, such as with ffmpeg's '-r 60'.",
      targets: [.hls])
  }

  override func endOfTrack(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard track.media.kind == .video, track.sampleCount > 10, track.extent.durationSum > 0 else { return }
    let rate = Double(track.sampleCount) * Double(track.timescale) / Double(track.extent.durationSum)
    // Durations in milliseconds are off by a few percent.
    if rate <= 61 { return }
    run.find(
      self, "the samples make \(decimal(rate)) pictures a second",
      at: file.place("mdia/minf/stbl/stts", in: track.movieTrack?.node)?.offset,
      path: track.tablePath + "/stts")
  }
}
