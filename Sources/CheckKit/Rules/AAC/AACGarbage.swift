import AACKit
import BitstreamKit

/// Bytes between the frames are not a frame.
final class AACGarbage: AACRule {
  override var page: RulePage {
    RulePage(
      "aac.garbage", .error, "bytes between the frames are not a frame",
      clause: "ISO/IEC 14496-3:2019 1.A.2.2, adts_sequence( )",
      cause: "The stream was damaged, or pieces were joined in the middle of frames. Players click or lose synchronisation.",
      remedy: "'mediaprobe remux IN.aac OUT.aac' keeps the frames.")
  }

  override func event(_ event: ADTSEvent, _ stream: AACFacts, _ run: CheckRun) {
    guard case .garbage(let position, let count, let kind) = event, kind == .unknown else { return }
    run.find(self, "\(counted(count, "byte is", "bytes are")) not a frame", at: position, size: count)
  }
}
