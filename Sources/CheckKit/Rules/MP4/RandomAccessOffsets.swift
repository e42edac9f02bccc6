import BitstreamKit
import MP4Kit

/// `mfra` refers to a place where no moof begins.
final class RandomAccessOffsets: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.random-access-offset", .error, "mfra refers to a place where no moof begins",
      clause: "ISO/IEC 14496-12:2022 8.8.10: moof_offset is the offset of the moof",
      cause: "Boxes were added or removed after the index was written. Players that seek by it fail.",
      remedy: "'mediaprobe remux --fragment 2s' rewrites the index.")
  }

  override func end(_ file: MovieFacts, _ run: CheckRun) {
    guard let place = file.first("mfra"), var tree = try? BoxTree(file.source, from: place.offset, to: place.end) else { return }
    let moofs = Set(file.top.filter { $0.header.type == "moof" }.map { $0.offset })
    for node in tree.find("mfra/tfra") {
      guard let box = try? tree.read(TrackFragmentRandomAccessBox.self, at: node) else { continue }
      for row in 0..<box.entries.count where !moofs.contains(box.entries[row].moofOffset) {
        let at = tree.nodes[node].place
        run.find(
          self, "entry \(row) of track \(box.trackID) is byte \(box.entries[row].moofOffset)", at: at.offset, size: at.size,
          path: "mfra/tfra")
        break
      }
    }
  }
}
