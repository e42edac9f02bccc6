import BitstreamKit
import H264Kit
import NALKit

/// `max_dec_frame_buffering` is less than max_num_ref_frames.
final class H264BufferingBelowReferences: H264Rule {
  override var page: RulePage {
    RulePage(
      "h264.buffering-below-references", .error, "max_dec_frame_buffering is less than max_num_ref_frames",
      clause: "ITU-T H.264 (08/2021) E.2.1, max_dec_frame_buffering",
      cause: "The VUI was written or edited without regard to the set. Decoders that reserve memory by it drop references.",
      remedy: "Encode again, or remove the bitstream restriction.")
  }

  override func content(_ unit: H264NALUnit, _ stream: H264Facts, _ run: CheckRun) {
    guard case .seqParameterSet(let set) = unit.payload, let restriction = set.vuiParameters?.bitstreamRestriction,
      UInt32(restriction.maxDecFrameBuffering) < set.maxNumRefFrames
    else { return }
    run.find(
      self, "max_dec_frame_buffering is \(restriction.maxDecFrameBuffering), max_num_ref_frames \(set.maxNumRefFrames)",
      at: stream.unit.offset, path: stream.unitPath + " › vui_parameters › max_dec_frame_buffering")
  }
}
