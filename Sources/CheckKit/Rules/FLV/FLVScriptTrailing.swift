import BitstreamKit
import FLVKit
import ProbeKit

/// Bytes follow the value of script data.
final class FLVScriptTrailing: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.script-trailing", .warning, "bytes follow the value of script data",
      clause: "Adobe FLV 10.1 E.4.4.1: a name and a value",
      cause: "The writer gives a wrong size, or adds data. Strict players reject the tag.",
      remedy: "'mediaprobe remux IN.flv OUT.flv' rewrites the file.")
  }

  override func script(_ tag: FLVTagFacts, _ file: FLVFacts, _ run: CheckRun) {
    guard let script = tag.details.script, !script.trailing.isEmpty else { return }
    let name = script.name.string?.text
    // @setDataFrame comes before the name; |RtmpSampleAccess has two values by its definition.
    if name == "@setDataFrame" || name == "|RtmpSampleAccess" { return }
    run.find(
      self, counted(script.trailing.bytes.count, "byte follows", "bytes follow"), at: tag.tag.position, size: tag.size, path: tag.path)
  }
}
