import FLVKit
import ProbeKit

/// Pictures follow the end of the sequence.
final class FLVAfterEnd: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.media-after-end-of-sequence", .warning, "pictures follow the end of the sequence",
      clause: "Adobe FLV 10.1 E.4.3.1, AVCPacketType 2",
      cause: "Two recordings were joined. Players stop at the end of the first.",
      remedy: "'mediaprobe remux IN.flv OUT.flv' rewrites the file.")
  }

  private var hasEnded = false

  override func tag(_ tag: FLVTagFacts, _ file: FLVFacts, _ run: CheckRun) {
    guard let video = tag.details.video else { return }
    if video.avcPacketType == 2 || video.exVideoTagHeader?.packetType == .sequenceEnd { hasEnded = true }
    if video.isSequenceHeader { hasEnded = false }
    guard hasEnded, tag.isMedia else { return }
    hasEnded = false
    run.find(self, "no sequence header precedes it", at: tag.tag.position, size: tag.size, path: tag.path)
  }
}
