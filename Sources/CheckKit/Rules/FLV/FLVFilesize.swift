import FLVKit

/// `filesize` differs from the size of the file.
final class FLVFilesize: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.metadata-filesize", .warning, "filesize differs from the size of the file",
      clause: "Adobe FLV 10.1 E.5, filesize",
      cause: """
        The metadata was copied from the source or written before the end was known. Players that download compute wrong \
        positions.
        """,
      remedy: "'mediaprobe remux IN.flv OUT.flv' recomputes the metadata.")
  }

  override func end(_ file: FLVFacts, _ run: CheckRun) {
    guard let value = file.metaData?.filesize, let count = file.byteCount, (value - Double(count)).magnitude >= 1 else { return }
    run.find(self, "it is \(decimal(value)), the file has \(count) bytes", at: file.metaDataOffset, path: "onMetaData › filesize")
  }
}
