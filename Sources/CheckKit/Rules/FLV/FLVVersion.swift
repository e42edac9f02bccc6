import FLVKit

/// The version is not 1.
final class FLVVersion: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.version", .error, "the version is not 1",
      clause: "Adobe FLV 10.1 E.2: Version is 1",
      cause: "The file was damaged, or written by a faulty program.",
      remedy: "'mediaprobe remux IN.flv OUT.flv' rewrites the file.")
  }

  override func header(_ file: FLVFacts, _ run: CheckRun) {
    guard let header = file.header, header.version != 1 else { return }
    run.find(self, "Version is \(header.version)", at: 3, size: 1)
  }
}
