/// Search for two zero bytes before a byte whose bits under `mask` are those of `bits`: start codes and emulation prevention.
///
/// 64 bytes a step in portable SIMD: a lane of `v[i] | v[i+1] | (v[i+2] & mask ^ bits)` is zero where the pattern starts, and the
/// smallest of four such vectors tells whether to look closer.
enum PatternSearch {
  /// The first index in `from..<to` at which the three bytes start, all of them before `to`; nil where there is none.
  @inline(__always)
  static func firstIndex(in bytes: [UInt8], from: Int, to: Int, mask: UInt8, bits: UInt8) -> Int? {
    precondition(from >= 0 && to <= bytes.count)
    var i = from
    let masks = SIMD16<UInt8>(repeating: mask)
    let wanted = SIMD16<UInt8>(repeating: bits)
    // Loads of 16 bytes at i ... i + 50, inside of the array by the loop's condition and the precondition.
    let found: Int? = unsafe bytes.withUnsafeBytes { raw -> Int? in
      let raw = unsafe raw
      @inline(__always) func block(_ at: Int) -> SIMD16<UInt8> {
        let first = unsafe raw.loadUnaligned(fromByteOffset: at, as: SIMD16<UInt8>.self)
        let second = unsafe raw.loadUnaligned(fromByteOffset: at &+ 1, as: SIMD16<UInt8>.self)
        let third = unsafe raw.loadUnaligned(fromByteOffset: at &+ 2, as: SIMD16<UInt8>.self)
        return first | second | ((third & masks) ^ wanted)
      }
      while i &+ 66 <= to {
        let (a, b, c, d) = (block(i), block(i &+ 16), block(i &+ 32), block(i &+ 48))
        let least = pointwiseMin(pointwiseMin(a, b), pointwiseMin(c, d))
        if any(least .== 0) {
          if let lane = firstZero(a) { return i &+ lane }
          if let lane = firstZero(b) { return i &+ 16 &+ lane }
          if let lane = firstZero(c) { return i &+ 32 &+ lane }
          if let lane = firstZero(d) { return i &+ 48 &+ lane }
        }
        i &+= 64
      }
      return nil
    }
    if let found { return found }
    while i + 2 < to {
      if bytes[i] == 0, bytes[i + 1] == 0, bytes[i + 2] & mask == bits { return i }
      i += 1
    }
    return nil
  }

  /// The first lane that is zero.
  @inline(__always)
  private static func firstZero(_ lanes: SIMD16<UInt8>) -> Int? {
    let halves = unsafe unsafeBitCast(lanes, to: SIMD2<UInt64>.self)
    if let byte = firstZeroByte(UInt64(littleEndian: halves[0])) { return byte }
    return firstZeroByte(UInt64(littleEndian: halves[1])).map { $0 + 8 }
  }

  @inline(__always)
  private static func firstZeroByte(_ word: UInt64) -> Int? {
    let zeros = (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
    return zeros == 0 ? nil : zeros.trailingZeroBitCount / 8
  }
}
