import FLVKit
import ProbeKit

/// Script data has an uncommon name.
final class FLVScriptUnknown: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.script-unknown", .note, "script data has an uncommon name",
      clause: "Adobe FLV 10.1 E.4.4.1",
      cause: "A server or an application stores data of its own. Players ignore it.",
      remedy: "Nothing.")
  }

  override func script(_ tag: FLVTagFacts, _ file: FLVFacts, _ run: CheckRun) {
    guard let name = tag.details.script?.name.string, !name.bytes.isEmpty else { return }
    if ["onMetaData", "onCuePoint", "onLastSecond", "@setDataFrame", "onTextData"].contains(name.text) { return }
    run.find(self, "the name is '\(name.text)'", at: tag.tag.position, size: tag.size, path: tag.path)
  }
}
