import BitstreamKit
import H264Kit
import NALKit

/// `max_num_ref_frames` exceeds the decoded picture buffer of the level.
final class H264LevelReferences: H264Rule {
  override var page: RulePage {
    RulePage(
      "h264.level-references", .error, "max_num_ref_frames exceeds the decoded picture buffer of the level",
      clause: "ITU-T H.264 (08/2021) A.3.1, MaxDpbFrames; 7.4.2.1.1, max_num_ref_frames",
      cause: """
        The encoder was given too many reference frames for the level. Hardware decoders refuse the stream or drop \
        references.
        """,
      remedy: "Encode with fewer reference frames, or correct the level with 'mediaprobe edit --set level_idc=LEVEL'.")
  }

  override func content(_ unit: H264NALUnit, _ stream: H264Facts, _ run: CheckRun) {
    guard case .seqParameterSet(let set) = unit.payload, H264Level(set) != nil, let limit = set.maxDpbFrames,
      set.maxNumRefFrames > UInt32(limit)
    else { return }
    run.find(
      self, "max_num_ref_frames is \(set.maxNumRefFrames), level \(set.levelName) holds \(limit) frames of this size",
      at: stream.unit.offset,
      path: stream.unitPath + " › seq_parameter_set_data › max_num_ref_frames")
  }
}
