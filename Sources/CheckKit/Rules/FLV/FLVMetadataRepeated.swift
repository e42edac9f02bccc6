import FLVKit
import ProbeKit

/// `onMetaData` occurs again.
final class FLVMetadataRepeated: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.metadata-repeated", .note, "onMetaData occurs again",
      clause: "Adobe FLV 10.1 E.5",
      cause: "A live stream changed its metadata, or two files were joined. Players take the first or the last.",
      remedy: "'mediaprobe remux IN.flv OUT.flv' rewrites the file.")
  }

  private var number = 0

  override func script(_ tag: FLVTagFacts, _ file: FLVFacts, _ run: CheckRun) {
    guard let script = tag.details.script, OnMetaData(script) != nil else { return }
    number += 1
    if number < 2 { return }
    run.find(self, "it is number \(number)", at: tag.tag.position, size: tag.size, path: tag.path)
  }
}
