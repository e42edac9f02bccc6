import FLVKit
import ProbeKit

/// The name of script data is not a string.
final class FLVScriptName: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.script-name", .error, "the name of script data is not a string",
      clause: "Adobe FLV 10.1 E.4.4.1: Name is a string",
      cause: "A faulty writer. Players ignore the tag.",
      remedy: "'mediaprobe remux IN.flv OUT.flv' rewrites the file.")
  }

  override func script(_ tag: FLVTagFacts, _ file: FLVFacts, _ run: CheckRun) {
    guard let script = tag.details.script, script.name.string == nil else { return }
    run.find(self, "the type of the name is \(script.name.type)", at: tag.tag.position, size: tag.size, path: tag.path)
  }
}
