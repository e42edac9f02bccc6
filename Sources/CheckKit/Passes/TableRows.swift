import BitstreamKit
import MP4Kit

/// The rows of a sample table as words of 32 bits, read in pieces: those of a long track take tens of megabytes.
struct TableRows {
  /// The box.
  let place: BoxPlace
  /// The number of rows.
  let count: Int
  private let rowSize: Int
  private var source: AnyByteSource
  private var bytes: [UInt8] = []
  /// The row at which `bytes` begins.
  private var first = 0

  private static let windowSize = 1 << 14

  /// Finds a table of a track.
  /// - Parameters:
  ///   - type: the type of a full box whose rows follow their count.
  ///   - words: the number of words of a row.
  /// - Returns: nil if the track has no such table, or one that is shorter than its count says.
  init?(_ type: String, words: Int, of track: MovieTrack, _ file: MovieFacts) {
    guard let place = file.place("mdia/minf/stbl/" + type, in: track.node), place.payloadSize >= 8 else { return nil }
    (self.place, rowSize, source) = (place, 4 * words, file.movie.tree.source)
    do { try source.read(at: place.payloadOffset + 4, count: 4, into: &bytes) } catch { return nil }
    guard bytes.count == 4 else { return nil }
    let rows = UInt64(bytes.reduce(0) { $0 << 8 | UInt32($1) })
    guard rows <= (place.payloadSize - 8) / UInt64(rowSize), let count = Int(exactly: rows) else { return nil }
    self.count = count
    bytes = []
  }

  /// A word of a row; nil after the last row, and where the file cannot be read. Rows are best asked for in order.
  mutating func word(_ word: Int, of row: Int) -> UInt32? {
    var at = (row - first) * rowSize
    if row < first || at + rowSize > bytes.count {
      guard row < count, load(row) else { return nil }
      at = 0
    }
    return bytes[(at + 4 * word)..<(at + 4 * word + 4)].reduce(0) { $0 << 8 | UInt32($1) }
  }

  private mutating func load(_ row: Int) -> Bool {
    let wanted = min(count - row, Self.windowSize / rowSize)
    first = row
    do { try source.read(at: place.payloadOffset + 8 + UInt64(row) * UInt64(rowSize), count: wanted * rowSize, into: &bytes) } catch {
      bytes = []
    }
    return bytes.count >= rowSize
  }
}
