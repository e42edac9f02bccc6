import FLVKit
import ProbeKit

/// The picture size cannot be read.
final class FLVNoPictureSize: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.picture-size-unknown", .warning, "the picture size cannot be read",
      clause: "Adobe FLV 10.1 E.4.3.2",
      cause: "The sequence header is missing or damaged. Players show no picture.",
      remedy: "Record or transfer again.")
  }

  private var isCoded = false

  override func tag(_ tag: FLVTagFacts, _ file: FLVFacts, _ run: CheckRun) {
    if tag.isMedia, let code = tag.details.video?.nalCodec, code != VideoFourCc.vvc { isCoded = true }
  }

  override func end(_ file: FLVFacts, _ run: CheckRun) {
    // The tracks of a pipe are not read.
    guard isCoded, file.byteCount != nil, file.pictureSize == nil else { return }
    run.find(self, "no sequence parameter set was found")
  }
}
