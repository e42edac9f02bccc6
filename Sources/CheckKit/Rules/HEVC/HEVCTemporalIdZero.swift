import BitstreamKit
import HEVCKit
import NALKit

/// `nuh_temporal_id_plus1` is 0.
final class HEVCTemporalIdZero: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.nuh-temporal-id-zero", .error, "nuh_temporal_id_plus1 is 0",
      clause: "ITU-T H.265 (08/2021) 7.4.2.2: the value of nuh_temporal_id_plus1 shall not be equal to 0",
      cause: """
        The unit's header is damaged, or its writer leaves the second byte empty; the header can then be taken for a start \
        code.
        """,
      remedy: "Write the header again with nuh_temporal_id_plus1 1, or transfer the stream again.")
  }

  override func unit(_ stream: HEVCFacts, _ run: CheckRun) {
    guard let second = stream.unit.headByte(1), second & 7 == 0 else { return }
    run.find(
      self, "nuh_temporal_id_plus1 of a unit of type \(stream.nalUnitType) is 0", at: stream.unit.offset + 1, size: 1,
      path: stream.unitPath)
  }
}
