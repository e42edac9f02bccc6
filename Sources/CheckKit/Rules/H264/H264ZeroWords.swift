import BitstreamKit
import H264Kit
import NALKit

/// Zero words follow slice data that is not coded with CABAC.
final class H264ZeroWords: H264Rule {
  override var page: RulePage {
    RulePage(
      "h264.cabac-zero-words", .error, "zero words follow slice data that is not coded with CABAC",
      clause: """
        ITU-T H.264 (08/2021) 7.3.2.10: cabac_zero_words follow the trailing bits of a slice with entropy_coding_mode_flag 1 alone
        """,
      cause: "The writer pads slices of CAVLC as it would those of CABAC, or refers to the wrong picture parameter set.",
      remedy: "Remove the words; pad with filler data units (type 12).")
  }

  override func unit(_ stream: H264Facts, _ run: CheckRun) {
    guard let id = stream.paddedSliceSetID, stream.sets.picParameterSet(id)?.entropyCodingModeFlag == false else { return }
    run.find(
      self, "the slice ends with 00 00 03, but entropy_coding_mode_flag of picture parameter set \(id) is 0",
      at: stream.unit.offset &+ stream.unit.length &- 3, size: 3, path: stream.unitPath)
  }
}
