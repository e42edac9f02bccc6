import AACKit

/// The frames are called MPEG-2 AAC.
final class AACMPEG2: AACRule {
  override var page: RulePage {
    RulePage(
      "aac.mpeg2", .note, "the frames are called MPEG-2 AAC",
      clause: "ISO/IEC 14496-3:2019 1.A.2.2.1, ID",
      cause: "An old encoder. The syntax of AAC LC is the same, except for noise substitution.",
      remedy: "Nothing.")
  }

  override func event(_ event: ADTSEvent, _ stream: AACFacts, _ run: CheckRun) {
    guard case .frame(let frame) = event, stream.frameCount == 0, frame.header.isMPEG2 else { return }
    run.find(self, "ID is 1", at: frame.position, size: UInt64(frame.header.aacFrameLength), path: stream.framePath)
  }
}
