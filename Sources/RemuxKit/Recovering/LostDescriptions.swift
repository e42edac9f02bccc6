import BitstreamKit
import MP4Kit

/// The runs of `stsc` that refer to a sample description that does not exist, in tracks that have a single one: it can only be that.
package struct LostDescriptions {
  /// The numbers of the descriptions, in the places of the wrong ones.
  package private(set) var patches: [BytePatch] = []
  /// What was found, for people.
  package private(set) var notes: [String] = []

  /// Nil if every run refers to a description that exists, or if it is not known to which one it should refer.
  /// - Throws: `MediaError` if the movie cannot be read.
  package init?(_ reader: MediaReader) throws(MediaError) {
    guard let movie = reader.movie, !movie.isCompressed else { return nil }
    var tree = movie.tree
    for (index, track) in movie.tracks.enumerated() where track.descriptions.count == 1 {
      guard let node = tree.find("mdia/minf/stbl/stsc", in: track.node).first, let box = try? tree.read(SampleToChunkBox.self, at: node)
      else { continue }
      let before = patches.count
      for row in 0..<box.entries.count {
        let number = box.entries[row].sampleDescriptionIndex
        if number == 1 { continue }
        // Version, flags and the number of rows precede the rows, of which the number is the last field.
        let place = tree.nodes[node].place.payloadOffset &+ 8 &+ UInt64(row * 12 + 8)
        patches.append(BytePatch(offset: place, old: Array(bigEndian: UInt64(number), size: 4), new: [0, 0, 0, 1]))
      }
      if patches.count > before {
        notes.append("track \(index) refers to a sample description that does not exist: its samples have the only one")
      }
    }
    if patches.isEmpty { return nil }
  }
}
