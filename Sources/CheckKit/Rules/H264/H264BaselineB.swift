import BitstreamKit
import H264Kit

/// The profile does not have slices of this type.
final class H264BaselineB: H264Rule {
  override var page: RulePage {
    RulePage(
      "h264.profile-slices", .error, "the profile does not have slices of this type",
      clause: "ITU-T H.264 (08/2021) A.2.1 (no B slices in Baseline), A.2.8 to A.2.11 (intra profiles)",
      cause: "The profile was changed in the set, not in the encoder. Decoders of that profile fail.",
      remedy: "Correct the profile with 'mediaprobe edit --set profile_idc=77', or encode for the profile.")
  }

  override func picture(_ picture: H264Picture, _ stream: H264Facts, _ run: CheckRun) {
    guard picture.type != .i, !picture.isUnresolved, let limits = stream.pictureLimits else { return }
    if limits.isBaseline && picture.type == .b || limits.isIntraProfile {
      run.find(
        self, "\(limits.set.profileName ?? "the profile") has no \(picture.type.name) slices", at: picture.offset, size: picture.size)
    }
  }
}
