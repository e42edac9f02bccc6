import BitstreamKit
import FLVKit

/// Times in the key-frame index differ from the timestamps of the key pictures.
final class FLVIndexTime: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.keyframes-time", .warning, "times in the key-frame index differ from the timestamps of the key pictures",
      clause: "Adobe does not define the index; the convention of flvmdi and yamdi, which servers and players follow",
      cause: "The timestamps were changed after the index was written. Players seek to wrong times.",
      remedy: "'mediaprobe remux IN.flv OUT.flv' rewrites the index.")
  }

  override func end(_ file: FLVFacts, _ run: CheckRun) {
    guard let index = file.metaData?.keyframes, !file.keys.isEmpty else { return }
    var times: [UInt64: UInt32] = [:]
    for key in file.keys { times[key.offset] = key.milliseconds }
    for (time, position) in zip(index.times, index.filepositions) where position.isFinite && position > 0 && position < 9e15 {
      guard let place = UInt64(checked: position), let milliseconds = times[place], (time - Double(milliseconds) / 1000).magnitude >= 1
      else { continue }
      return run.find(
        self, "the index says \(decimal(time)) s for the tag at \(decimal(Double(milliseconds) / 1000)) s", at: file.metaDataOffset,
        path: "onMetaData › keyframes › times")
    }
  }
}
