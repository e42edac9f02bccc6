import FLVKit

/// Audio and video do not begin together.
final class FLVStartOffset: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.start-offset", .warning, "audio and video do not begin together",
      clause: "Adobe FLV 10.1 E.4.1, Timestamp",
      cause: """
        One of the streams was connected later. Players begin with a black picture or without sound, and some lose \
        synchronisation.
        """,
      remedy: "Cut the beginning with 'mediaprobe cut'.")
  }

  override func end(_ file: FLVFacts, _ run: CheckRun) {
    guard let audio = file.audio.first, let video = file.video.first else { return }
    let distance = audio > video ? audio - video : video - audio
    guard distance >= 500, distance < 0xF0_0000 else { return }
    run.find(self, "audio begins at \(audio) ms, video at \(video) ms")
  }
}
