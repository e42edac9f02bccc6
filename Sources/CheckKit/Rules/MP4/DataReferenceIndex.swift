import BitstreamKit
import MP4Kit
import RemuxKit

/// A count of entries or an index of data references is wrong.
final class DataReferenceIndex: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.entry-count", .error, "a count of entries or an index of data references is wrong",
      clause:
        "ISO/IEC 14496-12:2022 8.5.2 and 8.7.2: entry_count is the number of entries that follow; data_reference_index is one of dref",
      cause: "Entries were added or removed without the count, or the box is damaged. Players stop at the entry that is not there.",
      remedy: "Set data_reference_index to an entry that dref has, which is 1 in most files.")
  }

  override func track(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard let node = track.movieTrack?.node else { return }
    var tree = file.movie.tree
    var references = 0
    for (path, name) in [("mdia/minf/dinf/dref", "dref"), ("mdia/minf/stbl/stsd", "stsd")] {
      guard let box = tree.find(path, in: node).first, let head = try? tree.payload(of: box, limit: 8), head.count == 8 else { continue }
      let stated = UInt32(unpacking: head, at: 4)
      var entries = tree.children(of: box)
      // Adobe's F4V writer pads stsd.
      entries.removeAll { ["free", "skip", "wide"].contains(tree.nodes[$0].place.header.type) }
      if name == "dref" { references = entries.count }
      if stated != UInt32(clamping: entries.count) {
        run.find(
          self, "\(name) states \(stated) entries and has \(entries.count)", at: tree.nodes[box].place.payloadOffset + 4, size: 4,
          path: track.path + "/" + path)
      }
      guard name == "stsd", references > 0 else { continue }
      for entry in entries.prefix(64) {
        guard let head = try? tree.payload(of: entry, limit: 8), head.count == 8 else { continue }
        let index = UInt32(head[6]) << 8 | UInt32(head[7])
        if index >= 1, index <= UInt32(clamping: references) { continue }
        run.find(
          self, "data_reference_index is \(index), dref has \(counted(references, "entry", "entries"))",
          at: tree.nodes[entry].place.payloadOffset + 6, size: 2,
          path: track.tablePath + "/stsd/\(tree.nodes[entry].place.header.type)")
      }
    }
  }
}
