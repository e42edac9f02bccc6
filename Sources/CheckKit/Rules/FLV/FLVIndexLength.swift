import FLVKit

/// The number of entries in the key-frame index is not the number of key pictures.
final class FLVIndexLength: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.keyframes-length", .warning, "the number of entries in the key-frame index is not the number of key pictures",
      clause: "Adobe does not define the index; the convention of flvmdi and yamdi, which servers and players follow",
      cause: "The file was cut or joined without the index. Players seek to wrong places or not at all.",
      remedy: "'mediaprobe remux IN.flv OUT.flv' rewrites the index.")
  }

  override func end(_ file: FLVFacts, _ run: CheckRun) {
    guard let index = file.metaData?["keyframes"]?.object, let times = index["times"]?.values,
      let positions = index["filepositions"]?.values
    else { return }
    // Tools may index the sequence header, and the end.
    let count = UInt64(times.count)
    let isWrong = times.count != positions.count || count < file.keyCount || count > file.keyCount + 3
    // An index of a part is padded with NaN by some tools, and some index every other key picture.
    guard isWrong, times.count != positions.count || count > file.keyCount + 3 || count * 4 < file.keyCount else { return }
    run.find(
      self, "\(times.count) times, \(positions.count) positions, \(file.keyCount) key pictures", at: file.metaDataOffset,
      path: "onMetaData › keyframes")
  }
}
