import BitstreamKit

/// A bit cursor over a block. Its errors are small values, since most candidate positions fail.
struct RawDataCursor {
  private let bytes: [UInt8]
  /// The offset in bits of the block within the bytes.
  private let start: Int
  private(set) var position: Int
  private let end: Int

  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    let inside = range.clamped(to: 0..<bytes.count)
    start = inside.lowerBound * 8
    position = start
    end = inside.upperBound * 8
  }

  /// The offset in bits from the start of the block.
  var offset: Int { position &- start }

  /// The number of bits up to the end; negative past it.
  @inline(__always) var bitsLeft: Int { end &- position }

  func fault(_ reason: RawDataBlockFault.Reason, back bits: Int = 0) -> RawDataBlockFault {
    RawDataBlockFault(reason, at: max(0, offset - bits))
  }

  /// The next bits, left-aligned; 57 of them are valid, zeros follow after the end of the bytes.
  @inline(__always) var ahead: UInt64 { bytes.bigEndian64(at: position >> 3) &<< UInt64(truncatingIfNeeded: position & 7) }

  /// Reads a number of 1 to 32 bits.
  @inline(__always) mutating func take(_ count: Int) throws(RawDataBlockFault) -> Int {
    let value = Int(truncatingIfNeeded: ahead &>> UInt64(truncatingIfNeeded: 64 &- count))
    try skip(count)
    return value
  }

  @inline(__always) mutating func flag() throws(RawDataBlockFault) -> Bool { try take(1) == 1 }

  /// Skips bits.
  @inline(__always) mutating func skip(_ count: Int) throws(RawDataBlockFault) {
    if count > end &- position { throw fault(.truncated) }
    position &+= count
  }

  /// Skips bits; sets `isPastEnd` if they extend beyond the end. Blocks and steps are small.
  @inline(__always) mutating func skipUnchecked(_ count: Int) { position &+= count }

  /// Whether more bits were skipped than the block has.
  @inline(__always) var isPastEnd: Bool { position > end }

  /// byte_alignment( ), relative to the start of the block. Returns whether all skipped bits are zero.
  mutating func align() throws(RawDataBlockFault) -> Bool {
    let count = -offset & 7
    return count == 0 ? true : try take(count) == 0
  }
}
