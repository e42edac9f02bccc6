import FLVKit
import ProbeKit

/// The sound pauses.
final class FLVSoundGap: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.sound-gap", .warning, "the sound pauses for more than half a second",
      clause: "Adobe FLV 10.1 E.4.2: an AAC frame lasts as long as its 1024 samples, 21 ms at 48 kHz",
      cause: "Audio tags were lost between encoder and recorder. Players are silent, or play the sound early from there on.",
      remedy: "Record again; what is missing cannot be restored.")
  }

  /// The longest time between two audio tags that is no pause, in milliseconds.
  static let longestGap: UInt32 = 500

  override func tag(_ tag: FLVTagFacts, _ file: FLVFacts, _ run: CheckRun) {
    guard tag.isMedia, let audio = tag.details.audio, audio.isAAC,
      let last = file.audio.last, tag.milliseconds > last, case let gap = tag.milliseconds - last, gap > Self.longestGap
    else { return }
    // A pause of all streams is one of the source.
    if let picture = file.video.last, picture <= last || picture - last <= Self.longestGap / 2 { return }
    run.find(
      self, "\(decimal(Double(gap) / 1000)) s after the frame before", at: tag.tag.position, size: tag.size, path: tag.path)
  }
}
