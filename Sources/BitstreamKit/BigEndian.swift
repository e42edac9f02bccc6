extension Array where Element == UInt8 {
  /// Returns the eight bytes at `index` as a big-endian number; bytes past the end are zero.
  @inlinable @inline(__always) public func bigEndian64(at index: Int) -> UInt64 {
    if index >= 0, index &+ 8 <= count {
      // The only unchecked load of the readers: the condition above guarantees eight bytes at `index`.
      return unsafe withUnsafeBytes { unsafe UInt64(bigEndian: $0.loadUnaligned(fromByteOffset: index, as: UInt64.self)) }
    }
    return bigEndian64AtEnd(index)
  }

  /// The same where fewer than eight bytes are left.
  @usableFromInline @inline(never) func bigEndian64AtEnd(_ index: Int) -> UInt64 {
    // The last eight bytes without those before the index.
    if index >= 0, index < count, count >= 8 { return bigEndian64(at: count &- 8) &<< UInt64(8 &* (index &+ 8 &- count)) }
    var word: UInt64 = 0
    for place in index..<index + 8 { word = word << 8 | (place >= 0 && place < count ? UInt64(self[place]) : 0) }
    return word
  }

  /// Returns the big-endian number of `size` bytes, 1 to 8, at `index`; bytes past the end are zero.
  @inlinable @inline(__always) public func bigEndian(at index: Int, size: Int) -> UInt64 {
    bigEndian64(at: index) >> UInt64(truncatingIfNeeded: 64 &- 8 &* size)
  }

  /// Appends the lower `size` bytes of a number, big-endian.
  @inlinable public mutating func append(bigEndian value: UInt64, size: Int) {
    for place in stride(from: size &- 1, through: 0, by: -1) { append(UInt8(truncatingIfNeeded: value >> UInt64(8 &* place))) }
  }

  /// The lower `size` bytes of a number, big-endian.
  package init(bigEndian value: UInt64, size: Int) {
    self = []
    append(bigEndian: value, size: size)
  }

  /// Appends a big-endian 32-bit number.
  @inlinable @inline(__always) public mutating func append(bigEndian value: UInt32) {
    append(UInt8(truncatingIfNeeded: value &>> 24))
    append(UInt8(truncatingIfNeeded: value &>> 16))
    append(UInt8(truncatingIfNeeded: value &>> 8))
    append(UInt8(truncatingIfNeeded: value))
  }
}
