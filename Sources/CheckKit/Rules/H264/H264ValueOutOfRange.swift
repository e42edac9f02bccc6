import BitstreamKit
import H264Kit
import NALKit

/// An element has a value that the specification does not allow.
final class H264ValueOutOfRange: H264Rule {
  override var page: RulePage {
    RulePage(
      "h264.value-out-of-range", .error, "an element has a value that the specification does not allow",
      clause: "ITU-T H.264 (08/2021) 7.4",
      cause: "The bits are damaged, or the encoder is faulty. Decoders reject the structure or guess.",
      remedy: "Encode or transfer again; 'mediaprobe trace' shows the element in its structure.")
  }

  override func fault(_ error: SyntaxError, _ stream: H264Facts, _ run: CheckRun) {
    // h264.forbidden-zero-bit reports that.
    if error.element == "forbidden_zero_bit" { return }
    if case .outOfRange = error.reason { run.fault(self, error, stream.unitPath) }
  }

  override func content(_ unit: H264NALUnit, _ stream: H264Facts, _ run: CheckRun) {
    guard case .picParameterSet(let set) = unit.payload, let depth = stream.sets.seqParameterSet(set.seqParameterSetId)?.bitDepthLuma
    else { return }
    run.initialQP(self, set.initialQP, depth, at: stream.unit.offset, stream.unitPath + " › pic_parameter_set_rbsp › pic_init_qp_minus26")
  }
}

extension CheckRun {
  /// Reports an initial quantiser below what the bit depth allows (ITU-T H.264, 7.4.2.2; ITU-T H.265, 7.4.3.3.1).
  func initialQP(_ rule: Rule, _ value: Int, _ depth: Int, at offset: UInt64, _ path: @autoclosure () -> String) {
    let least = 6 * (8 - depth)
    if value < least { find(rule, "\(value - 26) is not in \(least - 26)...25", at: offset, path: path()) }
  }
}
