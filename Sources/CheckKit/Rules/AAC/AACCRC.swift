import AACKit

/// The frames have a CRC.
final class AACCRC: AACRule {
  override var page: RulePage {
    RulePage(
      "aac.crc-present", .note, "the frames have a CRC",
      clause: "ISO/IEC 14496-3:2019 1.A.2.2.1, protection_absent",
      cause: "The encoder protects the headers. Tools that change a frame must compute it anew, and few players verify it.",
      remedy: "Nothing.")
  }

  override func event(_ event: ADTSEvent, _ stream: AACFacts, _ run: CheckRun) {
    guard case .frame(let frame) = event, stream.frameCount == 0, !frame.header.protectionAbsent else { return }
    run.find(
      self, "protection_absent is 0", at: frame.position, size: UInt64(frame.header.aacFrameLength), path: stream.framePath)
  }
}
