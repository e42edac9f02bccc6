import BitstreamKit
import HEVCKit
import NALKit

/// The video parameter set is missing.
final class HEVCVideoSetMissing: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.vps-missing", .error, "the video parameter set is missing",
      clause: "ITU-T H.265 (08/2021) 7.4.2.4.2: the VPS with sps_video_parameter_set_id shall be available before it is activated",
      cause: "A tool that knows H.264 alone drops the VPS. Some decoders play on, others refuse the stream.",
      remedy: "Restore the VPS, or encode again.")
  }

  private var isFound = false

  override func unit(_ stream: HEVCFacts, _ run: CheckRun) {
    guard !isFound, stream.isBaseSlice, stream.isFirstSegment, let set = stream.sliceSet,
      stream.sets.videoParameterSet(set.spsVideoParameterSetId) == nil
    else { return }
    isFound = true
    run.find(
      self, "sps_video_parameter_set_id is \(set.spsVideoParameterSetId), and no such set was sent", at: stream.unit.offset,
      size: stream.unit.length, path: stream.unitPath)
  }
}
