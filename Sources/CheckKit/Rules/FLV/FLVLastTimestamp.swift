import FLVKit

/// `lasttimestamp` differs from the timestamp of the last tag.
final class FLVLastTimestamp: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.metadata-lasttimestamp", .warning, "lasttimestamp differs from the timestamp of the last tag",
      clause: "Adobe FLV 10.1 E.5, lasttimestamp",
      cause: "The metadata was copied from the source or written before the end was known.",
      remedy: "'mediaprobe remux IN.flv OUT.flv' recomputes the metadata.")
  }

  override func end(_ file: FLVFacts, _ run: CheckRun) {
    guard let value = file.metaData?["lasttimestamp"]?.doubleValue, let last = file.lastMilliseconds,
      (value - Double(last) / 1000).magnitude >= 1,
      value < 1000 || (value - Double(last)).magnitude >= 1000
    else { return }
    run.find(
      self, "it is \(decimal(value)), the last tag is at \(decimal(Double(last) / 1000)) s", at: file.metaDataOffset,
      path: "onMetaData › lasttimestamp")
  }
}
