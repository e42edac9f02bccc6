import BitstreamKit
import FLVKit
import ProbeKit

/// The key-frame index has positions without a key picture.
final class FLVIndexPosition: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.keyframes-position", .warning, "the key-frame index has positions without a key picture",
      clause: "Adobe does not define the index; the convention of flvmdi and yamdi, which servers and players follow",
      cause: "The metadata changed its size after the index was written, or the file was cut. Players seek into the middle of tags.",
      remedy: "'mediaprobe remux IN.flv OUT.flv' rewrites the index.")
  }

  /// The offsets of sequence headers, which some tools index too.
  private var configurations: Set<UInt64> = []

  override func tag(_ tag: FLVTagFacts, _ file: FLVFacts, _ run: CheckRun) {
    if tag.details.video?.isSequenceHeader == true, configurations.count < 1024 { configurations.insert(tag.tag.position) }
  }

  override func end(_ file: FLVFacts, _ run: CheckRun) {
    guard let index = file.metaData?.keyframes, !file.keys.isEmpty, UInt64(file.keys.count) == file.keyCount else { return }
    let places = Set(file.keys.map { $0.offset })
    var wrong = 0
    var first: Double?
    for position in index.filepositions where position.isFinite && position > 0 {
      guard let place = UInt64(checked: position), places.contains(place) || configurations.contains(place) else {
        wrong += 1
        first = first ?? position
        continue
      }
    }
    guard let first else { return }
    run.find(
      self, "\(wrong) of \(index.filepositions.count) positions are not those of key pictures, the first is \(decimal(first))",
      at: file.metaDataOffset,
      path: "onMetaData › keyframes › filepositions")
  }
}
