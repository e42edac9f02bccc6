import FLVKit
import ProbeKit

/// The name of script data is empty.
final class FLVScriptNameEmpty: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.script-name-empty", .warning, "the name of script data is empty",
      clause: "Adobe FLV 10.1 E.4.4.1",
      cause: "A faulty writer. Players ignore the tag.",
      remedy: "'mediaprobe remux IN.flv OUT.flv' rewrites the file.")
  }

  override func script(_ tag: FLVTagFacts, _ file: FLVFacts, _ run: CheckRun) {
    guard let name = tag.details.script?.name.string, name.bytes.isEmpty else { return }
    run.find(self, "the name is empty", at: tag.tag.position, size: tag.size, path: tag.path)
  }
}
