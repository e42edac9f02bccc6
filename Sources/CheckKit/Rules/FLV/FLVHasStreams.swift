import FLVKit

/// `hasVideo` or hasAudio is wrong.
final class FLVHasStreams: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.metadata-has-streams", .warning, "hasVideo or hasAudio is wrong",
      clause: "Adobe FLV 10.1 E.5, hasVideo and hasAudio",
      cause: """
        The metadata was copied from the source or written before the end was known. Players wait for a stream that does \
        not come.
        """,
      remedy: "'mediaprobe remux IN.flv OUT.flv' recomputes the metadata.")
  }

  override func end(_ file: FLVFacts, _ run: CheckRun) {
    guard let metaData = file.metaData else { return }
    if let value = metaData["hasVideo"]?.boolValue, value != (file.video.tagCount > 0) {
      run.find(self, "hasVideo is \(value)", at: file.metaDataOffset, path: "onMetaData › hasVideo")
    }
    if let value = metaData["hasAudio"]?.boolValue, value != (file.audio.tagCount > 0) {
      run.find(self, "hasAudio is \(value)", at: file.metaDataOffset, path: "onMetaData › hasAudio")
    }
  }
}
