import BitstreamKit
import H264Kit
import NALKit

/// The profile does not have slices of this type, or data partitions.
final class H264ProfileSlices: H264Rule {
  override var page: RulePage {
    RulePage(
      "h264.profile-slices", .error, "the profile does not have slices of this type",
      clause: """
        ITU-T H.264 (08/2021) A.2.1 (no B slices in Baseline), 7.4.2.1.1 (constraint flags), A.2.8 to A.2.11 (intra profiles), A.2.3 \
        (nal_unit_type 2 to 4 in the Extended profile alone)
        """,
      cause: "The profile was changed in the set, not in the encoder, or the unit is damaged. Decoders of that profile fail.",
      remedy: "Encode for the profile, or correct it with 'mediaprobe edit --set profile_idc=N': 77 is Main, 88 Extended, 100 High.")
  }

  override func unit(_ stream: H264Facts, _ run: CheckRun) {
    guard (2...4).contains(stream.nalUnitType), let set = stream.activeSet, set.profileIdc != 88 else { return }
    let profile = set.profileName ?? "the profile"
    run.find(
      self, "\(profile) has no slice data partitions (nal_unit_type \(stream.nalUnitType))", at: stream.unit.offset,
      path: stream.unitPath)
  }

  override func picture(_ picture: H264Picture, _ stream: H264Facts, _ run: CheckRun) {
    guard picture.type != .i, !picture.isUnresolved, let limits = stream.pictureLimits else { return }
    let withoutB = picture.type == .b ? limits.withoutB : nil
    if withoutB != nil || limits.isIntraProfile {
      // High with the constraint is no profile of its own (7.4.2.1.1).
      let isPromised = limits.isIntraProfile && limits.set.profileIdc == 100
      let profile = isPromised ? "constraint_set3_flag states High 10 Intra, which" : withoutB ?? limits.set.profileName ?? "the profile"
      run.find(self, "\(profile) has no \(picture.type.name) slices", at: picture.offset, size: picture.size)
    }
  }
}
