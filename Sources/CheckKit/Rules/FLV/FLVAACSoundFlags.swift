import FLVKit
import ProbeKit

/// The sound flags of AAC are not 44 kHz stereo.
final class FLVAACSoundFlags: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.aac-sound-flags", .warning, "the sound flags of AAC are not 44 kHz stereo",
      clause: "Adobe FLV 10.1 E.4.2.1: for AAC SoundRate should be 3 and SoundType 1",
      cause: "The writer gives the values of the stream. Players ignore the flags, but strict servers refuse the tag.",
      remedy: "'mediaprobe remux IN.flv OUT.flv' rewrites the file.")
  }

  override func tag(_ tag: FLVTagFacts, _ file: FLVFacts, _ run: CheckRun) {
    guard let audio = tag.details.audio, audio.format == .aac, audio.soundRate != 3 || audio.soundType != 1, file.audio.tagCount == 0 else {
      return
    }
    run.find(
      self, "SoundRate is \(audio.soundRate ?? 0), SoundType \(audio.soundType ?? 0)", at: tag.tag.position, size: tag.size, path: tag.path)
  }
}
