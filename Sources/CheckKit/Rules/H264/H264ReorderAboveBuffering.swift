import BitstreamKit
import H264Kit
import NALKit

/// `max_num_reorder_frames` exceeds max_dec_frame_buffering.
final class H264ReorderAboveBuffering: H264Rule {
  override var page: RulePage {
    RulePage(
      "h264.reorder-above-buffering", .error, "max_num_reorder_frames exceeds max_dec_frame_buffering",
      clause: "ITU-T H.264 (08/2021) E.2.1, max_num_reorder_frames",
      cause: "The VUI was written or edited without regard to its other elements.",
      remedy: "Encode again, or remove the bitstream restriction.")
  }

  override func content(_ unit: H264NALUnit, _ stream: H264Facts, _ run: CheckRun) {
    guard case .seqParameterSet(let set) = unit.payload, let restriction = set.vuiParameters?.bitstreamRestriction,
      restriction.maxNumReorderFrames > restriction.maxDecFrameBuffering
    else { return }
    run.find(
      self, "max_num_reorder_frames is \(restriction.maxNumReorderFrames), max_dec_frame_buffering \(restriction.maxDecFrameBuffering)",
      at: stream.unit.offset, path: stream.unitPath + " › vui_parameters › max_num_reorder_frames")
  }
}
