import FLVKit

/// `lastkeyframetimestamp` differs from the timestamp of the last key picture.
final class FLVLastKeyTimestamp: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.metadata-lastkeyframetimestamp", .warning, "lastkeyframetimestamp differs from the timestamp of the last key picture",
      clause: "Adobe FLV 10.1 E.5, lastkeyframetimestamp",
      cause: "The metadata was copied from the source or written before the end was known.",
      remedy: "'mediaprobe remux IN.flv OUT.flv' recomputes the metadata.")
  }

  override func end(_ file: FLVFacts, _ run: CheckRun) {
    guard let value = file.metaData?["lastkeyframetimestamp"]?.doubleValue, let last = file.keys.last?.milliseconds,
      UInt64(file.keys.count) == file.keyCount, (value - Double(last) / 1000).magnitude >= 1,
      value < 1000 || (value - Double(last)).magnitude >= 1000
    else { return }
    run.find(
      self, "it is \(decimal(value)), the last key picture is at \(decimal(Double(last) / 1000)) s", at: file.metaDataOffset,
      path: "onMetaData › lastkeyframetimestamp")
  }
}
