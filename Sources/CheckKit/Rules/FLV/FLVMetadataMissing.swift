import FLVKit

/// There is no onMetaData.
final class FLVMetadataMissing: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.metadata-missing", .warning, "there is no onMetaData",
      clause: "Adobe FLV 10.1 E.5",
      cause: "The recording of a live stream, or a cut file. Players do not know the duration and the size.",
      remedy: "'mediaprobe remux IN.flv OUT.flv' rewrites the file.")
  }

  override func end(_ file: FLVFacts, _ run: CheckRun) {
    if file.metaData == nil, file.video.tagCount + file.audio.tagCount > 0 { run.find(self, "no script tag is onMetaData", at: 9) }
  }
}
