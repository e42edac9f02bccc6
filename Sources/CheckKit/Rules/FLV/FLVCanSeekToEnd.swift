import FLVKit

/// `canSeekToEnd` is wrong.
final class FLVCanSeekToEnd: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.metadata-canseektoend", .warning, "canSeekToEnd is wrong",
      clause: "Adobe FLV 10.1 E.5, canSeekToEnd",
      cause: """
        The metadata was copied from the source or written before the end was known. Players that seek to the end show \
        artefacts.
        """,
      remedy: "'mediaprobe remux IN.flv OUT.flv' recomputes the metadata.")
  }

  override func end(_ file: FLVFacts, _ run: CheckRun) {
    guard let value = file.metaData?.canSeekToEnd, value, let last = file.video.last, let key = file.keys.last?.milliseconds,
      UInt64(file.keys.count) == file.keyCount, key != last
    else { return }
    run.find(
      self, "it is true, and the last picture at \(last) ms is not a key picture", at: file.metaDataOffset,
      path: "onMetaData › canSeekToEnd")
  }
}
