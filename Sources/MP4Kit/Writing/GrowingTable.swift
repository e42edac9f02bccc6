import BitstreamKit

/// A growing table: packed rows in blocks of constant size, so that appending never moves existing rows.
struct GrowingTable<Row: PackedRow>: Sendable {
  /// The size of a block in bytes; the last row can exceed it.
  static var blockSize: Int { 1 << 15 }

  private var full: [[UInt8]] = []
  private var block: [UInt8] = []
  /// The number of rows.
  private(set) var count = 0

  /// An empty table.
  init() {}

  /// Appends a row.
  @inline(__always) mutating func append(_ row: Row) {
    if block.count >= Self.blockSize { close() }
    row.pack(into: &block, layout: 0)
    count &+= 1
  }

  /// Closes the current block. The first block grows as needed; later ones reserve their full size.
  private mutating func close() {
    full.append(block)
    block = []
    block.reserveCapacity(Self.blockSize + Row.byteCount(layout: 0))
  }

  /// The encoded rows.
  var blocks: [[UInt8]] { block.isEmpty ? full : full + [block] }
}
