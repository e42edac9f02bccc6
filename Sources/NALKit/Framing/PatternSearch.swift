import BitstreamKit

/// Search for two zero bytes before a third that is one of a few: start codes and emulation prevention.
///
/// Taken as 16-bit numbers, two neighbouring zeros are either one number 0x0000, or the second of them is the lower half of a
/// number whose upper half is the third byte. So one comparison of each number, all but the third byte's free bits masked, finds
/// every place worth a closer look, with a single load for 16 bytes; video data has one such place in 30,000 by chance.
enum PatternSearch {
  /// The first index in `from..<to` at which three bytes 00 00 and `third` start, all of them before `to`; nil where there is none.
  /// - Parameters:
  ///   - third: the bits of the third byte outside of `free`.
  ///   - free: its bits that may be anything.
  @inline(__always)
  static func firstIndex(in bytes: [UInt8], from: Int, to: Int, third: UInt8, free: UInt8) -> Int? {
    precondition(from >= 0 && to <= bytes.count)
    let mask = SIMD8<UInt16>(repeating: UInt16(littleEndian: ~(UInt16(third | free) << 8)))
    // Loads of 64 bytes at i, inside of the array by the loop's condition and the precondition.
    return unsafe bytes.withUnsafeBytes { raw -> Int? in
      let raw = unsafe raw
      @inline(__always) func block(_ at: Int) -> SIMDMask<SIMD8<Int16>> {
        unsafe (raw.loadUnaligned(fromByteOffset: at, as: SIMD8<UInt16>.self) & mask) .== SIMD8<UInt16>()
      }
      @inline(__always) func matches(_ at: Int) -> Bool {
        unsafe raw[at] | raw[at &+ 1] == 0 && raw[at &+ 2] & ~free == third
      }
      var i = from
      while i &+ 64 <= to {
        let (a, b, c, d) = (block(i), block(i &+ 16), block(i &+ 32), block(i &+ 48))
        if isEmpty(a .| b .| c .| d) {
          i &+= 64
          continue
        }
        // The number begins with the first zero or, where a zero stands before it, with the second.
        let place = i &+ firstLane(a, b, c, d)
        let start = unsafe place > from && raw[place &- 1] == 0 ? place &- 1 : place
        if start &+ 2 < to, matches(start) { return start }
        if start < place, place &+ 2 < to, matches(place) { return place }
        i = place &+ 2
      }
      i = max(from, i &- 1)
      while i &+ 2 < to {
        if matches(i) { return i }
        i &+= 1
      }
      return nil
    }
  }

  /// The first index in `from..<to` of a byte that is not zero, or `to`.
  static func firstNonZero(in bytes: [UInt8], from: Int, to: Int) -> Int {
    precondition(from >= 0 && to <= bytes.count)
    var i = from
    // Loads of 32 bytes at i, inside of the array by the loop's condition and the precondition.
    unsafe bytes.withUnsafeBytes { raw in
      while i &+ 32 <= to {
        let first = unsafe raw.loadUnaligned(fromByteOffset: i, as: SIMD2<UInt64>.self)
        let second = unsafe raw.loadUnaligned(fromByteOffset: i &+ 16, as: SIMD2<UInt64>.self)
        let both = first | second
        if both[0] | both[1] != 0 { break }
        i &+= 32
      }
    }
    while i < to, bytes[i] == 0 { i += 1 }
    return i
  }

  @inline(__always)
  private static func isEmpty(_ mask: SIMDMask<SIMD8<Int16>>) -> Bool {
    let halves = unsafe unsafeBitCast(mask, to: SIMD2<UInt64>.self)
    return halves[0] | halves[1] == 0
  }

  /// Returns the byte offset of the first set lane in four blocks, at least one of which has one. Branch-free, since the position is
  /// unpredictable.
  @inline(__always)
  private static func firstLane(
    _ a: SIMDMask<SIMD8<Int16>>, _ b: SIMDMask<SIMD8<Int16>>, _ c: SIMDMask<SIMD8<Int16>>, _ d: SIMDMask<SIMD8<Int16>>
  ) -> Int {
    let low = SIMD8<UInt16>(1, 2, 4, 8, 16, 32, 64, 128)
    let high = SIMD8<UInt16>(0x100, 0x200, 0x400, 0x800, 0x1000, 0x2000, 0x4000, 0x8000)
    @inline(__always) func bits(_ first: SIMDMask<SIMD8<Int16>>, _ second: SIMDMask<SIMD8<Int16>>) -> UInt32 {
      let lanes = unsafe (unsafeBitCast(first, to: SIMD8<UInt16>.self) & low) | (unsafeBitCast(second, to: SIMD8<UInt16>.self) & high)
      let halves = unsafe unsafeBitCast(lanes, to: SIMD2<UInt64>.self)
      var folded = halves[0] | halves[1]
      folded |= folded &>> 32
      folded |= folded &>> 16
      return UInt32(truncatingIfNeeded: folded & 0xFFFF)
    }
    return (bits(a, b) | bits(c, d) &<< 16).trailingZeroBitCount &<< 1
  }
}
