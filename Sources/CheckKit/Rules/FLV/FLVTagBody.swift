import FLVKit

/// The body of an audio or video tag cannot be parsed.
final class FLVTagBody: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.tag-body", .error, "the body of an audio or video tag cannot be parsed",
      clause: "Adobe FLV 10.1 E.4.2 and E.4.3; Enhanced RTMP v2",
      cause: "The tag is damaged, or its writer follows another edition.",
      remedy: "Record or transfer again.")
  }

  override func fault(_ fault: FLVFault, _ file: FLVFacts, _ run: CheckRun) {
    guard case .body(let why, let tag) = fault, tag.header.type != .script else { return }
    // A body that the end of the file cuts is reported as such.
    if let count = file.byteCount, tag.bodyPosition + UInt64(tag.header.dataSize) > count { return }
    run.find(self, why, at: tag.position, size: UInt64(tag.header.dataSize) + 11)
  }
}
