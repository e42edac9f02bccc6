import FLVKit
import ProbeKit

/// SoundFormat is not defined.
final class FLVUnknownSoundFormat: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.unknown-sound-format", .error, "SoundFormat is not defined",
      clause: "Adobe FLV 10.1 E.4.2.1",
      cause: "The tag is damaged, or its writer uses a private format. Players have no sound.",
      remedy: "Encode the sound again.")
  }

  override func tag(_ tag: FLVTagFacts, _ file: FLVFacts, _ run: CheckRun) {
    guard let audio = tag.details.audio, audio.soundFormat == 12 || audio.soundFormat == 13 else { return }
    run.find(self, "SoundFormat is \(audio.soundFormat)", at: tag.tag.position, size: tag.size, path: tag.path)
  }
}
