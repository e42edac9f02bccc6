import FLVKit
import ProbeKit

/// SoundFormat is reserved for internal use.
final class FLVReservedSoundFormat: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.reserved-sound-format", .warning, "SoundFormat is reserved for internal use",
      clause: "Adobe FLV 10.1 E.4.2.1: 7, 8, 14 and 15 are reserved",
      cause: "The file was made by a server for itself. Most players have no sound.",
      remedy: "Encode the sound again.")
  }

  override func tag(_ tag: FLVTagFacts, _ file: FLVFacts, _ run: CheckRun) {
    guard let audio = tag.details.audio, [7, 8, 14, 15].contains(audio.soundFormat), file.audio.tagCount == 0 else { return }
    run.find(self, "SoundFormat is \(audio.soundFormat): \(audio.format.name)", at: tag.tag.position, size: tag.size, path: tag.path)
  }
}
