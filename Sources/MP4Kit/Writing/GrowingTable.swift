import BitstreamKit

/// A table that is being made: packed rows in blocks of one size, so that millions of them grow without ever being moved.
struct GrowingTable<Row: PackedRow>: Sendable {
  /// Bytes of a block, to which a last row may be added.
  static var blockSize: Int { 1 << 15 }

  private var full: [[UInt8]] = []
  private var block: [UInt8] = []
  /// How many rows there are.
  private(set) var count = 0

  /// No rows.
  init() {}

  /// Appends a row.
  @inline(__always) mutating func append(_ row: Row) {
    if block.count >= Self.blockSize { close() }
    row.pack(into: &block, layout: 0)
    count &+= 1
  }

  /// A block starts small and, once others stand before it, at its full size.
  private mutating func close() {
    full.append(block)
    block = []
    block.reserveCapacity(Self.blockSize + Row.byteCount(layout: 0))
  }

  /// The rows as coded.
  var blocks: [[UInt8]] { block.isEmpty ? full : full + [block] }
}
