import FLVKit

/// A tag is larger than 1 MB.
final class FLVLargeTag: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.large-tag", .note, "a tag is larger than 1 MB",
      clause: "Adobe FLV 10.1 E.4.1, DataSize",
      cause: "A picture of high rate, or a damaged size. Players and servers with fixed buffers drop it.",
      remedy: "Nothing, or encode with a lower rate.")
  }

  override func tag(_ tag: FLVTagFacts, _ file: FLVFacts, _ run: CheckRun) {
    if tag.tag.header.dataSize <= 1_000_000 { return }
    run.find(self, "DataSize is \(tag.tag.header.dataSize)", at: tag.tag.position, size: tag.size, path: tag.path)
  }
}
