import FLVKit
import ProbeKit

/// PCM has the byte order of the machine that wrote it.
final class FLVPlatformPCM: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.platform-pcm", .warning, "PCM has the byte order of the machine that wrote it",
      clause: "Adobe FLV 10.1 E.4.2.1, SoundFormat 0",
      cause: "Old writers. Players on other machines play noise.",
      remedy: "Encode the sound as AAC, or write it with SoundFormat 3.")
  }

  override func tag(_ tag: FLVTagFacts, _ file: FLVFacts, _ run: CheckRun) {
    guard let audio = tag.details.audio, audio.soundFormat == 0, audio.soundSize == 1, file.audio.tagCount == 0 else { return }
    run.find(self, "SoundFormat is 0", at: tag.tag.position, size: tag.size, path: tag.path)
  }
}
