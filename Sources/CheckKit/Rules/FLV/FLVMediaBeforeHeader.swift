import BitstreamKit
import FLVKit
import ProbeKit

/// Pictures or sound come before their sequence header.
final class FLVMediaBeforeHeader: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.media-before-sequence-header", .error, "pictures or sound come before their sequence header",
      clause: "Adobe FLV 10.1 E.4.2.2 and E.4.3.2: the sequence header is the configuration of what follows",
      cause: """
        A live stream was recorded from its middle, or the header was cut out. Players show nothing until a sequence \
        header comes.
        """,
      remedy: "Put the header in front: 'mediaprobe remux' does if there is one.")
  }

  private var (hasAudio, hasVideo) = (false, false)

  override func tag(_ tag: FLVTagFacts, _ file: FLVFacts, _ run: CheckRun) {
    guard tag.isMedia else { return }
    if let video = tag.details.video, !hasVideo, file.video.configurationCount == 0 {
      let needs = video.nalCodec != nil || video.exVideoTagHeader?.videoFourCc == VideoFourCc.av1
      guard needs, video.frameType <= 4 else { return }
      hasVideo = true
      run.find(self, "no configuration precedes the picture", at: tag.tag.position, size: tag.size, path: tag.path)
    } else if let audio = tag.details.audio, !hasAudio, file.audio.configurationCount == 0 {
      let fourCC = audio.exAudioTagHeader?.audioFourCc
      guard audio.isAAC || fourCC == AudioFourCc.opus || fourCC == AudioFourCc.flac else { return }
      hasAudio = true
      run.find(self, "no configuration precedes the sound", at: tag.tag.position, size: tag.size, path: tag.path)
    }
  }
}
