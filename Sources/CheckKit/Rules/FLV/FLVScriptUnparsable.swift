import FLVKit

/// Script data cannot be parsed.
final class FLVScriptUnparsable: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.script-unparsable", .error, "script data cannot be parsed",
      clause: "Adobe FLV 10.1 E.4.4",
      cause: "The tag is damaged, or its writer is faulty. Players ignore the metadata or fail.",
      remedy: "'mediaprobe remux IN.flv OUT.flv' rewrites the file.")
  }

  override func fault(_ fault: FLVFault, _ file: FLVFacts, _ run: CheckRun) {
    guard case .body(let why, let tag) = fault, tag.header.type == .script else { return }
    run.find(self, why, at: tag.position, size: UInt64(tag.header.dataSize) + 11)
  }
}
