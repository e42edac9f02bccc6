import FLVKit
import ProbeKit

/// The timestamp of onMetaData is not 0.
final class FLVMetadataTimestamp: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.metadata-timestamp", .warning, "the timestamp of onMetaData is not 0",
      clause: "Adobe FLV 10.1 E.5",
      cause: "A server sent it late.",
      remedy: "'mediaprobe remux IN.flv OUT.flv' rewrites the file.")
  }

  override func script(_ tag: FLVTagFacts, _ file: FLVFacts, _ run: CheckRun) {
    guard tag.milliseconds > 0, file.scriptCount == 0, let script = tag.details.script, OnMetaData(script) != nil else { return }
    run.find(self, "the timestamp is \(tag.milliseconds) ms", at: tag.tag.position, size: tag.size, path: tag.path)
  }
}
