import BitstreamKit
import ProbeKit

/// The timestamps of sound are not those of its frames.
final class FLVSoundDrift: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.sound-drift", .warning, "the timestamps of sound are not those of its frames",
      clause: "ISO/IEC 14496-3:2019 4.5.2.1.1 (1024 or 960 samples a frame) and Adobe FLV 10.1 E.4.1, Timestamp",
      cause: """
        The encoder counts time by another clock than that of the sound, or states a wrong sampling rate. Players that go by the \
        frames let the sound drift away from the pictures; others insert silence.
        """,
      remedy: "Encode the sound again with the timestamps of its source.")
  }

  /// The sum of the pauses between audio tags, in milliseconds: they are no drift, but `FLVSoundGap`'s.
  private var pauses: UInt64 = 0
  /// Whether no timestamp is before the one before, which is a finding of its own.
  private var isOrdered = true

  override func tag(_ tag: FLVTagFacts, _ file: FLVFacts, _ run: CheckRun) {
    guard tag.isMedia, tag.details.audio != nil, let last = file.audio.last else { return }
    if tag.milliseconds < last { isOrdered = false }
    if tag.milliseconds > last, tag.milliseconds - last > FLVSoundGap.longestGap { pauses += UInt64(tag.milliseconds - last) }
  }

  override func end(_ file: FLVFacts, _ run: CheckRun) {
    for track in file.tracks where isOrdered {
      guard let times = track.soundTimes else { continue }
      let stated = times.stated - Double(pauses) / 1000
      if times.differ(from: stated) { run.find(self, "\(times.text), the tags are spread over \(decimal(stated)) s") }
    }
  }
}
