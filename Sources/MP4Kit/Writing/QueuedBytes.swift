import BitstreamKit

/// The data of the queued samples of a track, in order.
///
/// Small samples share a buffer. A large one keeps the array that it came in: recordings can have samples of 16 MiB.
struct QueuedBytes {
  private struct Piece {
    var bytes: [UInt8]
    /// The queued part of `bytes`.
    var range: Range<Int>
    /// Whether the next sample may be appended.
    var isShared: Bool
  }

  /// The number of bytes from which a sample is not copied.
  private static let largeSize = 1 << 18
  /// The number of bytes at which a shared buffer is full.
  private static let sharedSize = 1 << 20

  private var pieces: [Piece] = []
  /// The memory of a shared buffer, for the next one.
  private var spare: [UInt8] = []
  /// The number of bytes.
  private(set) var count = 0

  /// Appends `bytes[range]`.
  mutating func append(_ bytes: [UInt8], _ range: Range<Int>) {
    count += range.count
    if range.count >= Self.largeSize, range.count >= bytes.count / 2 {
      pieces.append(Piece(bytes: bytes, range: range, isShared: false))
      return
    }
    let isFull = pieces.last.map { !$0.isShared || $0.bytes.count >= Self.sharedSize } ?? true
    if isFull {
      pieces.append(Piece(bytes: spare, range: 0..<0, isShared: true))
      spare = []
    }
    let last = pieces.count - 1
    pieces[last].bytes.append(contentsOf: bytes[range])
    pieces[last].range = pieces[last].range.lowerBound..<pieces[last].bytes.count
  }

  /// Passes the first `size` bytes to a closure, in as many parts as needed.
  func forEachPart(ofFirst size: Int, _ body: ([UInt8], Range<Int>) throws(ByteError) -> Void) throws(ByteError) {
    var left = size
    for piece in pieces where left > 0 {
      let part = piece.range.lowerBound..<piece.range.lowerBound + min(left, piece.range.count)
      try body(piece.bytes, part)
      left -= part.count
    }
  }

  /// Removes the first `size` bytes.
  mutating func drop(_ size: Int) {
    var left = min(size, count)
    count -= left
    var emptied = 0
    while emptied < pieces.count, left >= pieces[emptied].range.count {
      left -= pieces[emptied].range.count
      emptied += 1
    }
    if emptied < pieces.count { pieces[emptied].range = pieces[emptied].range.lowerBound + left..<pieces[emptied].range.upperBound }
    if emptied > 0, pieces[emptied - 1].isShared {
      spare = []
      swap(&spare, &pieces[emptied - 1].bytes)
      spare.removeAll(keepingCapacity: spare.capacity <= 4 * Self.sharedSize)
    }
    pieces.removeFirst(emptied)
  }

  /// Removes all bytes, and releases the memory.
  mutating func removeAll() { self = QueuedBytes() }
}
