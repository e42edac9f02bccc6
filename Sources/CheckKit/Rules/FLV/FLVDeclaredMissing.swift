import FLVKit

/// The header announces a stream without tags.
final class FLVDeclaredMissing: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.declared-stream-missing", .warning, "the header announces a stream without tags",
      clause: "Adobe FLV 10.1 E.2: the flags are 1 if such tags are present",
      cause: "The source had no sound or no picture, or the file was cut. Players wait for the stream before they start.",
      remedy: "'mediaprobe remux IN.flv OUT.flv' rewrites the file.")
  }

  override func end(_ file: FLVFacts, _ run: CheckRun) {
    guard let header = file.header else { return }
    if header.typeFlagsVideo, file.video.tagCount == 0 { run.find(self, "TypeFlagsVideo is 1, and no tag is video", at: 4, size: 1) }
    if header.typeFlagsAudio, file.audio.tagCount == 0 { run.find(self, "TypeFlagsAudio is 1, and no tag is audio", at: 4, size: 1) }
  }
}
