import FLVKit
import ProbeKit

/// Nellymoser sound is called stereo.
final class FLVNellymoserStereo: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.nellymoser-stereo", .warning, "Nellymoser sound is called stereo",
      clause: "Adobe FLV 10.1 E.4.2.1: Nellymoser is mono",
      cause: "The writer sets the flag for all formats. Players ignore it.",
      remedy: "Convert the sound with another program.")
  }

  override func tag(_ tag: FLVTagFacts, _ file: FLVFacts, _ run: CheckRun) {
    guard let audio = tag.details.audio, (4...6).contains(audio.soundFormat), audio.soundType == 1, file.audio.tagCount == 0 else { return }
    run.find(self, "SoundType is 1 in \(audio.format.name)", at: tag.tag.position, size: tag.size, path: tag.path)
  }
}
