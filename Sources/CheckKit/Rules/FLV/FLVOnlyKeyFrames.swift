import FLVKit

/// All pictures are key pictures.
final class FLVOnlyKeyFrames: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.only-key-frames", .note, "all pictures are key pictures",
      clause: "Adobe FLV 10.1 E.4.3.1, FrameType",
      cause: "The encoder was set to intra pictures, or the writer marks all. The file is larger than it need be.",
      remedy: "Nothing, or encode with inter pictures.")
  }

  override func end(_ file: FLVFacts, _ run: CheckRun) {
    if file.video.mediaCount > 1, file.keyCount == file.video.mediaCount {
      run.find(self, "all \(file.keyCount) pictures are key pictures")
    }
  }
}
