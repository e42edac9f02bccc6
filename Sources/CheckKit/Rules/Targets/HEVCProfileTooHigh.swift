import BitstreamKit
import HEVCKit
import MP4Kit

/// The profile of H.265 is neither Main nor Main 10.
final class HEVCProfileTooHigh: MovieRule {
  override var page: RulePage {
    RulePage(
      "hls.hevc-profile", .error, "the profile of H.265 is neither Main nor Main 10",
      clause: "Apple, HLS authoring specification, 'Video encoding requirements': profiles of H.265 up to Main 10",
      cause: "The video was encoded with 4:2:2 or 4:4:4 chroma, or with more than 10 bits. Apple's devices do not decode it.",
      remedy: "Encode with 4:2:0 chroma and 8 or 10 bits, such as with ffmpeg's '-pix_fmt yuv420p10le'.",
      targets: [.hls])
  }

  override func endOfTrack(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    // With 0 the compatibility flags define the profile; 3 is Main Still Picture.
    guard let profile = track.hevc?.firstSet?.profileTierLevel?.general?.profileIdc, profile > 3 else { return }
    run.find(self, "general_profile_idc is \(profile)", path: track.entryPath + "/hvcC")
  }
}
