import FLVKit
import ProbeKit

/// A picture is presented before it is decoded.
final class FLVNegativeComposition: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.negative-composition-time", .warning, "a picture is presented before it is decoded",
      clause: "Adobe FLV 10.1 E.4.3.1, CompositionTime; ISO/IEC 14496-12 8.6.1.3",
      cause: """
        The writer counts decoding times from the wrong place. Players that do not expect it drop the picture or lose \
        synchronisation.
        """,
      remedy: "Write the file again from its source: the times of the pictures are lost.")
  }

  override func tag(_ tag: FLVTagFacts, _ file: FLVFacts, _ run: CheckRun) {
    guard let time = tag.details.video?.compositionOffset, tag.isMedia, time < 0 else { return }
    run.find(self, "CompositionTime is \(time) ms", at: tag.tag.position, size: tag.size, path: tag.path)
  }
}
