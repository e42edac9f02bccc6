import FLVKit

/// `videosize`, audiosize or datasize differs much from the bytes of the tags.
final class FLVStreamSizes: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.metadata-stream-sizes", .note, "videosize, audiosize or datasize differs much from the bytes of the tags",
      clause: "Adobe FLV 10.1 E.5, videosize, audiosize and datasize",
      cause: "The metadata was copied from the source or written before the end was known.",
      remedy: "'mediaprobe remux IN.flv OUT.flv' recomputes the metadata.")
  }

  override func end(_ file: FLVFacts, _ run: CheckRun) {
    guard let metaData = file.metaData else { return }
    for (name, totals) in [("videosize", file.video), ("audiosize", file.audio)] {
      // Tools count bodies or whole tags.
      let (lower, upper) = (Double(totals.byteCount), Double(totals.byteCount) + 15 * Double(totals.tagCount))
      guard let value = metaData[AMF0String(name)]?.doubleValue, value > 0, value < lower * 0.9 || value > upper * 1.1 + 100 else {
        continue
      }
      run.find(
        self, "\(name) is \(decimal(value)), the tags have \(totals.byteCount) bytes", at: file.metaDataOffset,
        path: "onMetaData › \(name)")
    }
  }
}
