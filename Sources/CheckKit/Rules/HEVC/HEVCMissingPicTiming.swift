import BitstreamKit
import HEVCKit
import NALKit

/// A picture lacks the picture timing message that the VUI announces.
final class HEVCMissingPicTiming: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.missing-pic-timing", .error, "a picture lacks the picture timing message that the VUI announces",
      clause: """
        ITU-T H.265 (08/2021) E.3.1 and D.3.3: with field_seq_flag, frame_field_info_present_flag or CpbDpbDelaysPresentFlag 1, as \
        with HRD parameters, each access unit has a picture timing message
        """,
      cause: """
        A tool removed the messages, or the flags were edited. Players show fields as frames, or lose the pulldown; receivers that \
        model the buffer lose their timing.
        """,
      remedy: "Encode again, or clear the flags with the messages.")
  }

  private var hasTiming = false

  override func content(_ unit: HEVCNALUnit, _ stream: HEVCFacts, _ run: CheckRun) {
    guard case .sei(let information) = unit.payload, unit.header.nuhLayerId == 0 else { return }
    // Messages may be nested in scalable nesting messages.
    if information.messages.contains(where: { $0.payloadType == 1 || $0.payloadType == 133 }) { hasTiming = true }
  }

  override func unit(_ stream: HEVCFacts, _ run: CheckRun) {
    guard stream.isBaseSlice, stream.isFirstSegment else { return }
    defer { hasTiming = false }
    guard !hasTiming, let vui = stream.sliceSet?.vuiParameters, vui.fieldSeqFlag || vui.frameFieldInfoPresentFlag || vui.hasHRD else {
      return
    }
    let reason =
      vui.fieldSeqFlag
      ? "field_seq_flag is 1" : vui.frameFieldInfoPresentFlag ? "frame_field_info_present_flag is 1" : "there are HRD parameters"
    run.find(
      self, "\(reason), and no picture timing message precedes the picture", at: stream.unit.offset, size: stream.unit.length,
      path: stream.unitPath)
  }
}
