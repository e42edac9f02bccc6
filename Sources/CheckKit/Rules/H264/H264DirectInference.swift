import BitstreamKit
import H264Kit
import NALKit

/// `direct_8x8_inference_flag` is 0 in a stream that may have fields.
final class H264DirectInference: H264Rule {
  override var page: RulePage {
    RulePage(
      "h264.direct-inference", .error, "direct_8x8_inference_flag is 0 in a stream that may have fields",
      clause: "ITU-T H.264 (08/2021) 7.4.2.1.1, direct_8x8_inference_flag: 1 when frame_mbs_only_flag is 0",
      cause: "The set was edited by hand, or is damaged. Decoders derive other motion vectors for direct prediction, or refuse the stream.",
      remedy: "Encode again.")
  }

  override func content(_ unit: H264NALUnit, _ stream: H264Facts, _ run: CheckRun) {
    guard case .seqParameterSet(let set) = unit.payload, !set.frameMbsOnlyFlag, !set.direct8x8InferenceFlag else { return }
    run.find(
      self, "frame_mbs_only_flag is 0, and direct_8x8_inference_flag too", at: stream.unit.offset,
      path: stream.unitPath + " › seq_parameter_set_data › direct_8x8_inference_flag")
  }
}
