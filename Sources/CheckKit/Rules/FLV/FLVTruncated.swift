import BitstreamKit

/// The file ends inside of a tag.
final class FLVTruncated: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.truncated", .error, "the file ends inside of a tag",
      clause: "Adobe FLV 10.1 E.4.1, DataSize",
      cause: "The recording or the transfer was interrupted, or a size is damaged. Players stop before the end.",
      remedy: "Transfer again; 'mediaprobe remux IN.flv OUT.flv' keeps the complete tags.")
  }

  override func fault(_ fault: FLVFault, _ file: FLVFacts, _ run: CheckRun) {
    guard case .error(let error) = fault else { return }
    run.find(self, error.description, at: error.byteOffset)
  }
}
