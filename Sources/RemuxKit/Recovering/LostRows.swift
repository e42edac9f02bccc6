import BitstreamKit
import MP4Kit

/// The rows of sample tables that their counts leave out, where all rows in the box are what the other tables count.
package struct LostRows {
  /// The numbers of rows, in the places of those that are too low.
  package private(set) var patches: [BytePatch] = []
  /// What was found, for people.
  package private(set) var notes: [String] = []

  /// Nil if no table has rows after those that it counts, or if it is not known that they belong to it.
  /// - Throws: `MediaError` if the movie cannot be read.
  package init?(_ reader: MediaReader) throws(MediaError) {
    guard let movie = reader.movie, !movie.isCompressed, !movie.isFragmented else { return nil }
    var tree = movie.tree
    do {
      for (index, track) in movie.tracks.enumerated() {
        guard let stbl = tree.find("mdia/minf/stbl", in: track.node).first else { continue }
        for rows in try Self.tables(of: stbl, in: &tree) where rows.counted < rows.all {
          patches.append(
            BytePatch(
              offset: rows.place.payloadOffset &+ UInt64(rows.countAt), old: Array(bigEndian: UInt64(rows.counted), size: 4),
              new: Array(bigEndian: UInt64(rows.all), size: 4)))
          notes.append(
            "track \(index): \(rows.place.header.type) counts \(rows.counted) of its \(rows.all) rows: the other tables have them all")
        }
      }
    } catch { throw .bytes(error) }
    if patches.isEmpty { return nil }
  }

  /// The rows of a table.
  private struct Rows {
    let place: BoxPlace
    private let node: Int
    private var bytes: [UInt8] = []
    /// Where the number of rows is, and where the rows begin.
    let (countAt, start): (Int, Int)
    let size: Int
    let counted: Int
    /// The number of rows that fill the box.
    let all: Int

    /// Nil without such a box, of one that the limit of memory excludes, and where no whole number of rows fills it.
    init?(_ type: FourCC, size: Int, in stbl: Int, _ tree: inout BoxTree<AnyByteSource>) throws(ByteError) {
      guard let node = tree.child(type, of: stbl) else { return nil }
      (self.node, place) = (node, tree.nodes[node].place)
      (countAt, start) = type == "stsz" ? (8, 12) : (4, 8)
      self.size = size
      let (room, head) = (Int(clamping: place.payloadSize), try tree.payload(of: node, limit: 12))
      guard room <= LostRows.maxBytes, head.count >= start, (room - start) % size == 0 else { return nil }
      // Samples of one size have no rows.
      if type == "stsz", head.bigEndian(at: 4, size: 4) != 0 { return nil }
      counted = Int(head.bigEndian(at: countAt, size: 4))
      all = (room - start) / size
    }

    /// Reads the rows.
    mutating func load(_ tree: inout BoxTree<AnyByteSource>) throws(ByteError) { bytes = try tree.payload(of: node) }

    func value(_ row: Int, _ field: Int) -> UInt64 { bytes.bigEndian(at: start + row * size + 4 * field, size: 4) }

    /// The sum of the counts of all rows.
    func sum() -> UInt64 {
      var sum: UInt64 = 0
      for row in 0..<all { sum &+= value(row, 0) }
      return sum
    }

    /// Whether a row is 0.
    var hasZero: Bool { (0..<all).contains { value($0, 0) == 0 } }

    /// Whether all rows are numbers in increasing order.
    func areIncreasing(upTo last: UInt64) -> Bool {
      (0..<all).allSatisfy { value($0, 0) > ($0 == 0 ? 0 : value($0 - 1, 0)) && value($0, 0) <= last }
    }
  }

  /// Tables of more bytes are not looked at.
  private static let maxBytes = 1 << 24

  /// The tables of a track, if all their rows are those of the same number of samples.
  private static func tables(of stbl: Int, in tree: inout BoxTree<AnyByteSource>) throws(ByteError) -> [Rows] {
    let shorts = try Rows("stco", size: 4, in: stbl, &tree)
    let chunks = try shorts == nil ? Rows("co64", size: 8, in: stbl, &tree) : shorts
    guard let chunks, let sizes = try Rows("stsz", size: 4, in: stbl, &tree), let times = try Rows("stts", size: 8, in: stbl, &tree),
      let runs = try Rows("stsc", size: 12, in: stbl, &tree)
    else { return [] }
    var tables = [sizes, times, runs, chunks]
    if let offsets = try Rows("ctts", size: 8, in: stbl, &tree) { tables.append(offsets) }
    if let keys = try Rows("stss", size: 4, in: stbl, &tree) { tables.append(keys) }
    if !tables.contains(where: { $0.counted < $0.all }) { return [] }
    let samples = UInt64(max(sizes.counted, sizes.all))
    for index in tables.indices {
      try tables[index].load(&tree)
      switch tables[index].place.header.type {
      // Zeros are no sizes: the table was overwritten, with its count.
      case "stsz": if tables[index].hasZero { return [] }
      case "stts", "ctts": if tables[index].sum() != samples { return [] }
      case "stsc": if samplesInChunks(tables[index], chunks.all) != samples { return [] }
      case "stss": if !tables[index].areIncreasing(upTo: samples) { return [] }
      default: break
      }
    }
    return tables
  }

  /// The number of samples in all chunks; nil if the runs are out of order.
  private static func samplesInChunks(_ runs: Rows, _ chunks: Int) -> UInt64? {
    var total: UInt64 = 0
    for row in 0..<runs.all {
      let first = runs.value(row, 0), next = row + 1 < runs.all ? runs.value(row + 1, 0) : UInt64(chunks) + 1
      if next < first { return nil }
      total &+= (next - first) &* runs.value(row, 1)
    }
    return total
  }
}
