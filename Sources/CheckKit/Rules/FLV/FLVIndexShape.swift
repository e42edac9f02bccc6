import FLVKit

/// The key-frame index lacks an array of times or file positions.
final class FLVIndexShape: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.keyframes-shape", .warning, "the key-frame index lacks an array of times or file positions",
      clause: "Adobe does not define the index; the convention of flvmdi and yamdi, which servers and players follow",
      cause: "The writer is faulty. Players cannot seek.",
      remedy: "'mediaprobe remux IN.flv OUT.flv' rewrites the index.")
  }

  override func end(_ file: FLVFacts, _ run: CheckRun) {
    guard let value = file.metaData?["keyframes"], let index = value.object else { return }
    for name in ["times", "filepositions"] {
      let values = index[AMF0String(name)]?.values
      if let values, values.allSatisfy({ $0.doubleValue != nil }) { continue }
      run.find(
        self, values == nil ? "\(name) is missing or not an array" : "\(name) has values that are not numbers", at: file.metaDataOffset,
        path: "onMetaData › keyframes" + (index[AMF0String(name)] == nil ? "" : " › \(name)"))
    }
  }
}
