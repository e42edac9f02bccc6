import FLVKit

/// `hasKeyframes` or hasMetadata is wrong.
final class FLVHasKeyframes: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.metadata-has-keyframes", .warning, "hasKeyframes or hasMetadata is wrong",
      clause: "Adobe FLV 10.1 E.5, hasKeyframes and hasMetadata",
      cause: "The metadata was copied from the source or written before the end was known.",
      remedy: "'mediaprobe remux IN.flv OUT.flv' recomputes the metadata.")
  }

  override func end(_ file: FLVFacts, _ run: CheckRun) {
    guard let metaData = file.metaData else { return }
    if let value = metaData["hasKeyframes"]?.boolValue, value != (file.keyCount > 0) {
      run.find(self, "hasKeyframes is \(value)", at: file.metaDataOffset, path: "onMetaData › hasKeyframes")
    }
    if metaData["hasMetadata"]?.boolValue == false {
      run.find(self, "hasMetadata is false", at: file.metaDataOffset, path: "onMetaData › hasMetadata")
    }
  }
}
