import FLVKit
import ProbeKit

/// An audio codec of the enhanced form is unknown.
final class FLVUnknownAudioFourCC: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.unknown-audio-fourcc", .warning, "an audio codec of the enhanced form is unknown",
      clause: "Enhanced RTMP v2, AudioFourCc",
      cause: "The writer uses a code of a later edition, or a private one. Players have no sound.",
      remedy: "Encode the sound again.")
  }

  override func tag(_ tag: FLVTagFacts, _ file: FLVFacts, _ run: CheckRun) {
    guard let code = tag.details.audio?.exAudioTagHeader?.audioFourCc, AudioFourCc.name(code).description == "UNKNOWN",
      file.audio.tagCount == 0
    else { return }
    run.find(self, "AudioFourCc is \(code)", at: tag.tag.position, size: tag.size, path: tag.path)
  }
}
