import FLVKit
import ProbeKit

/// `onMetaData` is not the first tag.
final class FLVMetadataNotFirst: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.metadata-not-first", .warning, "onMetaData is not the first tag",
      clause: "Adobe FLV 10.1 E.5",
      cause: "A server sent it late. Players that read the first tag alone do not find it.",
      remedy: "'mediaprobe remux IN.flv OUT.flv' rewrites the file.")
  }

  override func script(_ tag: FLVTagFacts, _ file: FLVFacts, _ run: CheckRun) {
    guard tag.index > 0, file.scriptCount == 0, let script = tag.details.script, OnMetaData(script) != nil else { return }
    run.find(self, "it is tag \(tag.index)", at: tag.tag.position, size: tag.size, path: tag.path)
  }
}
