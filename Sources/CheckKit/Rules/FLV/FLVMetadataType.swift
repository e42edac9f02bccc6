import FLVKit
import ProbeKit

/// `onMetaData` is not an ECMA array.
final class FLVMetadataType: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.metadata-type", .warning, "onMetaData is not an ECMA array",
      clause: "Adobe FLV 10.1 E.5: the value is an ECMA array",
      cause: "Servers write an object. Old players ignore it.",
      remedy: "'mediaprobe remux IN.flv OUT.flv' rewrites the file.")
  }

  override func script(_ tag: FLVTagFacts, _ file: FLVFacts, _ run: CheckRun) {
    guard let script = tag.details.script, script.name.string?.text == "onMetaData", let value = script.value else { return }
    if case .ecmaArray = value { return }
    run.find(self, "the type of the value is \(value.type)", at: tag.tag.position, size: tag.size, path: tag.path)
  }
}
