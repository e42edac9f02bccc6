import FLVKit

/// DataOffset is greater than 9.
final class FLVLargeHeader: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.large-header", .warning, "DataOffset is greater than 9",
      clause: "Adobe FLV 10.1 E.2: 9 in version 1",
      cause: "The header has fields of an unknown version, or is damaged. Players that expect nine bytes see no tag.",
      remedy: "'mediaprobe remux IN.flv OUT.flv' rewrites the file.")
  }

  override func header(_ file: FLVFacts, _ run: CheckRun) {
    guard let header = file.header, header.dataOffset > 9 else { return }
    run.find(self, "DataOffset is \(header.dataOffset)", at: 5, size: 4)
  }
}
