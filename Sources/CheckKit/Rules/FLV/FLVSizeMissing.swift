import FLVKit

/// The metadata has no picture size.
final class FLVSizeMissing: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.metadata-size-missing", .warning, "the metadata has no picture size",
      clause: "Adobe FLV 10.1 E.5, width and height",
      cause: "The recorder did not know it. Some players open a window of the wrong size.",
      remedy: "'mediaprobe remux IN.flv OUT.flv' recomputes the metadata.")
  }

  override func end(_ file: FLVFacts, _ run: CheckRun) {
    guard let metaData = file.metaData, file.video.mediaCount > 0, metaData.width == nil || metaData.height == nil else { return }
    run.find(self, "\(metaData.width == nil ? "width" : "height") is missing", at: file.metaDataOffset, path: "onMetaData")
  }
}
