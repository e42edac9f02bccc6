import FLVKit
import ProbeKit

/// A picture is presented more than five seconds after it is decoded.
final class FLVLargeComposition: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.large-composition-time", .warning, "a picture is presented more than five seconds after it is decoded",
      clause: "Adobe FLV 10.1 E.4.3.1, CompositionTime",
      cause: "The value is in another unit, or damaged. Players buffer or drop the picture.",
      remedy: "Write the file again from its source: the times of the pictures are lost.")
  }

  override func tag(_ tag: FLVTagFacts, _ file: FLVFacts, _ run: CheckRun) {
    guard let time = tag.details.video?.compositionOffset, tag.isMedia, time > 5000 else { return }
    run.find(self, "CompositionTime is \(time) ms", at: tag.tag.position, size: tag.size, path: tag.path)
  }
}
