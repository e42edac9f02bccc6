import BitstreamKit
import H264Kit
import NALKit

/// `reserved_zero_2bits` are not 0.
final class H264ReservedBits: H264Rule {
  override var page: RulePage {
    RulePage(
      "h264.reserved-bits", .error, "reserved_zero_2bits are not 0",
      clause: "ITU-T H.264 (08/2021) 7.4.2.1.1",
      cause: "The set is damaged, or its writer uses the bits for itself.",
      remedy: "Rewrite the set with 'mediaprobe edit', or encode again.")
  }

  override func content(_ unit: H264NALUnit, _ stream: H264Facts, _ run: CheckRun) {
    guard case .seqParameterSet(let set) = unit.payload, set.reservedZero2bits != 0 else { return }
    run.find(
      self, "reserved_zero_2bits is \(set.reservedZero2bits)", at: stream.unit.offset,
      path: stream.unitPath + " › seq_parameter_set_data › reserved_zero_2bits")
  }
}
