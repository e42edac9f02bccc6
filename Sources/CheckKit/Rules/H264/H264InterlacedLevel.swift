import BitstreamKit
import H264Kit
import NALKit

/// The stream may be interlaced at a level for frames alone.
final class H264InterlacedLevel: H264Rule {
  override var page: RulePage {
    RulePage(
      "h264.level-interlaced", .error, "the stream may be interlaced at a level for frames alone",
      clause: "ITU-T H.264 (08/2021) A.3.3 and Table A-4: frame_mbs_only_flag is 1 below level 2.1 and above level 4.1",
      cause: "The level was set by hand. Hardware decoders of that level need not decode fields.",
      remedy: "Correct the level with 'mediaprobe edit --set level_idc=LEVEL', or encode progressive pictures.")
  }

  override func content(_ unit: H264NALUnit, _ stream: H264Facts, _ run: CheckRun) {
    guard case .seqParameterSet(let set) = unit.payload, !set.frameMbsOnlyFlag, [77, 100, 110, 122, 244].contains(set.profileIdc),
      H264Level(set) != nil, set.levelIdc < 21 || set.levelIdc > 41
    else { return }
    run.find(
      self, "frame_mbs_only_flag is 0 at level \(set.levelName)", at: stream.unit.offset,
      path: stream.unitPath + " › seq_parameter_set_data › level_idc")
  }
}
