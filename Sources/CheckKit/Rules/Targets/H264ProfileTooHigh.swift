import BitstreamKit
import H264Kit
import MP4Kit

/// H.264 of a profile or level above what HLS allows.
final class H264ProfileTooHigh: MovieRule {
  override var page: RulePage {
    RulePage(
      "hls.h264-profile", .error, "H.264 of a profile or level above what HLS allows",
      clause: """
        Apple, HLS authoring specification, 'Video encoding requirements': profile and level are less than or equal to High \
        Profile, Level 5.2; earlier editions said Level 4.2
        """,
      cause: "The encoder kept 10 bits, 4:2:2 or 4:4:4 of its input, or a frame rate or size that needs a higher level.",
      remedy: "Encode with 'ffmpeg -pix_fmt yuv420p -profile:v high -level:v 5.2', or with H.265.",
      targets: [.hls])
  }

  override func endOfTrack(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard let set = track.h264?.firstSet, [110, 122, 244, 44].contains(set.profileIdc) || set.levelIdc > 52 else { return }
    run.find(
      self, "profile \(set.profileName ?? "\(set.profileIdc)"), level \(set.levelName)",
      path: track.tablePath + "/stsd")
  }
}
