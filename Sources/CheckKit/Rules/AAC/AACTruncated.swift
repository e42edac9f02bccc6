import AACKit
import BitstreamKit

/// The stream ends inside of a frame.
final class AACTruncated: AACRule {
  override var page: RulePage {
    RulePage(
      "aac.truncated", .error, "the stream ends inside of a frame",
      clause: "ISO/IEC 14496-3:2019 1.A.2.2.2, aac_frame_length",
      cause: "The file was cut, or a length is damaged. The last frame is not played.",
      remedy: "Transfer again; 'mediaprobe remux IN.aac OUT.aac' keeps the complete frames.")
  }

  override func event(_ event: ADTSEvent, _ stream: AACFacts, _ run: CheckRun) {
    guard case .truncated(let position, _, let error) = event else { return }
    run.find(self, error.description, at: position)
  }
}
