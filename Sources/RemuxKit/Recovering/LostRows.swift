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
        for patch in try Self.patches(of: stbl, in: &tree) {
          patches.append(patch.patch)
          notes.append("track \(index): \(patch.type) counts \(patch.counted) of its \(patch.rows) rows: the other tables have them all")
        }
      }
    } catch { throw .bytes(error) }
    if patches.isEmpty { return nil }
  }

  /// A table that counts too few rows.
  private typealias Found = (type: FourCC, counted: Int, rows: Int, patch: BytePatch)

  /// The rows of a table.
  private struct Rows {
    let place: BoxPlace
    let bytes: [UInt8]
    /// Where the number of rows is, and where the rows begin.
    let (countAt, start): (Int, Int)
    let size: Int
    let counted: Int
    /// The number of rows that fill the box.
    let all: Int

    /// Nil without such a box, of one that the limit of memory excludes, and where no whole number of rows fills it.
    init?(_ type: FourCC, size: Int, in stbl: Int, _ tree: inout BoxTree<AnyByteSource>) throws(ByteError) {
      guard let node = tree.child(type, of: stbl) else { return nil }
      place = tree.nodes[node].place
      (countAt, start) = type == "stsz" ? (8, 12) : (4, 8)
      self.size = size
      guard place.payloadSize <= UInt64(LostRows.maxBytes) else { return nil }
      bytes = try tree.payload(of: node)
      guard bytes.count >= start, (bytes.count - start) % size == 0 else { return nil }
      // Samples of one size have no rows.
      if type == "stsz", bytes.bigEndian(at: 4, size: 4) != 0 { return nil }
      counted = Int(bytes.bigEndian(at: countAt, size: 4))
      all = (bytes.count - start) / size
    }

    func value(_ row: Int, _ field: Int) -> UInt64 { bytes.bigEndian(at: start + row * size + 4 * field, size: 4) }

    /// The sum of the counts of the first rows.
    func sum(_ rows: Int) -> UInt64 { (0..<min(rows, all)).reduce(0) { $0 &+ value($1, 0) } }

    /// Whether all rows are numbers in increasing order.
    func areIncreasing(upTo last: UInt64) -> Bool {
      (0..<all).allSatisfy { value($0, 0) > ($0 == 0 ? 0 : value($0 - 1, 0)) && value($0, 0) <= last }
    }

    var found: Found {
      let count = Array(bigEndian: UInt64(counted), size: 4)
      let patch = BytePatch(
        offset: place.payloadOffset &+ UInt64(countAt), old: count, new: Array(bigEndian: UInt64(all), size: 4))
      return (place.header.type, counted, all, patch)
    }
  }

  /// Tables of more bytes are not looked at.
  private static let maxBytes = 1 << 24

  private static func patches(of stbl: Int, in tree: inout BoxTree<AnyByteSource>) throws(ByteError) -> [Found] {
    let sizes = try Rows("stsz", size: 4, in: stbl, &tree), times = try Rows("stts", size: 8, in: stbl, &tree)
    let shorts = try Rows("stco", size: 4, in: stbl, &tree)
    let chunks = try shorts == nil ? Rows("co64", size: 8, in: stbl, &tree) : shorts
    guard let sizes, let times, let chunks, let runs = try Rows("stsc", size: 12, in: stbl, &tree) else { return [] }
    let offsets = try Rows("ctts", size: 8, in: stbl, &tree)
    let keys = try Rows("stss", size: 4, in: stbl, &tree)
    let tables = [sizes, times, chunks, runs] + [offsets, keys].compactMap { $0 }
    if !tables.contains(where: { $0.counted < $0.all }) { return [] }
    // The number of samples that all tables have, with the rows that are left out.
    let samples = UInt64(max(sizes.counted, sizes.all))
    if times.sum(.max) != samples || samplesInChunks(runs, chunks) != samples { return [] }
    if let offsets, offsets.sum(.max) != samples { return [] }
    if let keys, !keys.areIncreasing(upTo: samples) { return [] }
    return tables.filter { $0.counted < $0.all }.map { $0.found }
  }

  /// The number of samples in all chunks; nil if the runs are out of order.
  private static func samplesInChunks(_ runs: Rows, _ chunks: Rows) -> UInt64? {
    var total: UInt64 = 0
    for row in 0..<runs.all {
      let first = runs.value(row, 0), next = row + 1 < runs.all ? runs.value(row + 1, 0) : UInt64(chunks.all) + 1
      if next < first { return nil }
      total &+= (next - first) &* runs.value(row, 1)
    }
    return total
  }
}
