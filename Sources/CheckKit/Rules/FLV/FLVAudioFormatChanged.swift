import FLVKit
import ProbeKit

/// The sound changes its format.
final class FLVAudioFormatChanged: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.audio-format-changed", .warning, "the sound changes its format",
      clause: "Adobe FLV 10.1 E.4.2.1",
      cause: "Two recordings were joined, or the source changed. Most players keep the first decoder and lose the sound.",
      remedy: "Cut the file at the change.")
  }

  private var last: UInt8?

  override func tag(_ tag: FLVTagFacts, _ file: FLVFacts, _ run: CheckRun) {
    guard let audio = tag.details.audio, audio.exAudioTagHeader == nil, let first = tag.head.first else { return }
    defer { last = first }
    guard let last, last != first else { return }
    run.find(self, "the first byte is \(first) after \(last)", at: tag.tag.position, size: tag.size, path: tag.path)
  }
}
