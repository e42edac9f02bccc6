import FLVKit

/// Audio and video do not end together.
final class FLVEndOffset: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.end-offset", .warning, "audio and video do not end together",
      clause: "Adobe FLV 10.1 E.4.1, Timestamp",
      cause: "One of the streams was interrupted. Players show a still picture or are silent at the end.",
      remedy: "Cut the end with 'mediaprobe cut'.")
  }

  override func end(_ file: FLVFacts, _ run: CheckRun) {
    guard let audio = file.audio.last, let video = file.video.last else { return }
    let distance = audio > video ? audio - video : video - audio
    guard distance >= 1000, distance < 0xF0_0000 else { return }
    run.find(self, "audio ends at \(audio) ms, video at \(video) ms")
  }
}
