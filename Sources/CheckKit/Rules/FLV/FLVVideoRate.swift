import FLVKit

/// `videodatarate` differs much from the bit rate of the video tags.
final class FLVVideoRate: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.metadata-videodatarate", .note, "videodatarate differs much from the bit rate of the video tags",
      clause: "Adobe FLV 10.1 E.5, videodatarate",
      cause: "The metadata gives the rate that the encoder was set to. Players that choose by rate choose wrongly.",
      remedy: "'mediaprobe remux IN.flv OUT.flv' recomputes the metadata.")
  }

  override func end(_ file: FLVFacts, _ run: CheckRun) {
    guard let value = file.metaData?.videodatarate, value > 0, let rate = file.measuredRate(file.video) else { return }
    guard value > 3 * rate || rate > 3 * value else { return }
    run.find(
      self, "it is \(decimal(value)) kbit/s, the tags have \(decimal(rate)) kbit/s", at: file.metaDataOffset,
      path: "onMetaData › videodatarate")
  }
}
