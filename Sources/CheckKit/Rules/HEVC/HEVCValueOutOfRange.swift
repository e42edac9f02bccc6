import BitstreamKit
import HEVCKit
import NALKit

/// An element has a value that the specification does not allow.
final class HEVCValueOutOfRange: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.value-out-of-range", .error, "an element has a value that the specification does not allow",
      clause: "ITU-T H.265 (08/2021) 7.4",
      cause: "The bits are damaged, or the encoder is faulty. Decoders reject the structure or guess.",
      remedy: "Encode or transfer again; 'mediaprobe trace' shows the element in its structure.")
  }

  override func fault(_ error: SyntaxError, _ stream: HEVCFacts, _ run: CheckRun) {
    // Elements of the header and the timing have rules of their own.
    let known = ["forbidden_zero_bit", "nuh_temporal_id_plus1", "vui_num_units_in_tick", "vui_time_scale"]
    if case .outOfRange = error.reason, !known.contains(error.element) { run.fault(self, error, stream.unitPath) }
  }

  override func content(_ unit: HEVCNALUnit, _ stream: HEVCFacts, _ run: CheckRun) {
    guard case .picParameterSet(let set) = unit.payload,
      let format = stream.sets.seqParameterSet(set.ppsSeqParameterSetId)?.format
    else { return }
    run.initialQP(
      self, set.initialQP, format.bitDepthLuma, at: stream.unit.offset, stream.unitPath + " › pic_parameter_set_rbsp › init_qp_minus26")
  }
}
