import FLVKit

/// The metadata describes an audio or video stream without tags.
final class FLVStreamProperty: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.metadata-stream-missing", .warning, "the metadata describes an audio or video stream without tags",
      clause: "Adobe FLV 10.1 E.5, videocodecid and audiocodecid",
      cause: "A stream was removed without its metadata. Players wait for it.",
      remedy: "'mediaprobe remux IN.flv OUT.flv' recomputes the metadata.")
  }

  override func end(_ file: FLVFacts, _ run: CheckRun) {
    guard let metaData = file.metaData else { return }
    if file.video.tagCount == 0, let codec = metaData.videocodecid, codec != .id(0) {
      run.find(self, "videocodecid without video", at: file.metaDataOffset, path: "onMetaData › videocodecid")
    }
    if file.audio.tagCount == 0, let codec = metaData.audiocodecid, codec != .id(0) {
      run.find(self, "audiocodecid without audio", at: file.metaDataOffset, path: "onMetaData › audiocodecid")
    }
  }
}
