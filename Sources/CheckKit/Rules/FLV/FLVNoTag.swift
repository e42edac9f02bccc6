import FLVKit

/// The file has no tags.
final class FLVNoTag: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.no-tag", .error, "the file has no tags",
      clause: "Adobe FLV 10.1 E.3",
      cause: "The recording stopped before it began, or the file was cut.",
      remedy: "Record or transfer again.")
  }

  private var hasTag = false

  override func tag(_ tag: FLVTagFacts, _ file: FLVFacts, _ run: CheckRun) {
    hasTag = true
  }

  override func end(_ file: FLVFacts, _ run: CheckRun) {
    if !hasTag, file.header != nil { run.find(self, "nothing follows the header", at: 9) }
  }
}
