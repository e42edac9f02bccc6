import FLVKit

/// No picture is a key picture.
final class FLVNoKeyFrame: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.no-key-frame", .warning, "no picture is a key picture",
      clause: "Adobe FLV 10.1 E.4.3.1, FrameType",
      cause: "The file is a piece of a recording, or its writer marks none. Players cannot seek, and some do not start.",
      remedy: "Encode again.")
  }

  override func end(_ file: FLVFacts, _ run: CheckRun) {
    if file.video.mediaCount > 0, file.keyCount == 0 { run.find(self, "none of \(file.video.mediaCount) pictures is a key picture") }
  }
}
