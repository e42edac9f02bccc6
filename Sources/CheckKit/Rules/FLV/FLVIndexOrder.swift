import FLVKit

/// The key-frame index is not in order.
final class FLVIndexOrder: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.keyframes-order", .warning, "the key-frame index is not in order",
      clause: "Adobe does not define the index; the convention of flvmdi and yamdi, which servers and players follow",
      cause: "The writer is faulty, or files were joined. Players that search by halves seek to wrong places.",
      remedy: "'mediaprobe remux IN.flv OUT.flv' rewrites the index.")
  }

  override func end(_ file: FLVFacts, _ run: CheckRun) {
    guard let index = file.metaData?.keyframes else { return }
    let pairs = zip(index.times, index.times.dropFirst())
    let places = zip(index.filepositions, index.filepositions.dropFirst())
    if pairs.contains(where: { $0.0 > $0.1 }) || places.contains(where: { $0.0 > $0.1 }) {
      run.find(self, "a time or position is less than the one before", at: file.metaDataOffset, path: "onMetaData › keyframes")
    }
  }
}
