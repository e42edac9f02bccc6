import BitstreamKit

/// Recognises a slice of the same picture as a previous slice by comparing bits, without parsing them.
///
/// All elements compared by 7.4.1.2.4 are contiguous, between slice_type and redundant_pic_cnt. If these bits and the unit's first
/// byte equal those of a slice of the picture, the slices belong together. This covers most slices of multi-slice pictures.
struct SliceGlance: Sendable {
  /// The result of a match.
  struct Found {
    var firstMbInSlice: UInt64
    var sliceType: UInt8
  }

  private var firstByte: UInt8 = 0
  /// The `count` bits from pic_parameter_set_id to redundant_pic_cnt, the first one in the most significant bit.
  private var bits: UInt64 = 0
  private var count = 0
  /// colour_plane_id of the remembered slice and of all slices matching it.
  private(set) var colourPlaneId: UInt8 = 0

  /// Creates a matcher that matches nothing.
  init() {}

  /// Remembers a slice.
  /// - Parameter range: its bits from pic_parameter_set_id to redundant_pic_cnt, counted in `bytes`; the range contains no emulation
  ///   prevention byte.
  mutating func remember(_ firstByte: UInt8, _ bytes: [UInt8], bits range: Range<Int>, colourPlaneId: UInt8) {
    self.firstByte = firstByte
    self.colourPlaneId = colourPlaneId
    // A 64-bit load starting at a bit inside a byte provides 57 bits.
    count = range.count <= 57 ? range.count : 0
    bits = count == 0 ? 0 : Self.bits(bytes, range.lowerBound, count)
  }

  /// Clears the remembered slice.
  mutating func forget() { count = 0 }

  /// Returns the elements before the remembered bits if this slice has these bits; nil if it does not or if that is uncertain.
  @inline(__always) func look(_ bytes: [UInt8], _ range: Range<Int>) -> Found? {
    guard count > 0, range.count >= 20, bytes[range.lowerBound] == firstByte else { return nil }
    let start = range.lowerBound &+ 1
    let ahead = bytes.bigEndian64(at: start)
    // Emulation prevention bytes follow two zero bytes; the examined bits end within 15 bytes.
    if Self.holdsTwoZeros(ahead) || Self.holdsTwoZeros(bytes.bigEndian64(at: start &+ 7)) { return nil }
    let zeros = ahead.leadingZeroBitCount
    if zeros > 17 { return nil }
    let first = 2 &* zeros &+ 1
    let rest = ahead &<< UInt64(truncatingIfNeeded: first)
    let typeZeros = rest.leadingZeroBitCount
    if typeZeros > 3 { return nil }
    let second = 2 &* typeZeros &+ 1
    if Self.bits(bytes, start &* 8 &+ first &+ second, count) != bits { return nil }
    return Found(
      firstMbInSlice: ahead &>> UInt64(truncatingIfNeeded: 64 &- first) &- 1,
      sliceType: UInt8(truncatingIfNeeded: rest &>> UInt64(truncatingIfNeeded: 64 &- second) &- 1))
  }

  /// Returns `count` bits, 1 to 57, from bit `place`.
  @inline(__always) private static func bits(_ bytes: [UInt8], _ place: Int, _ count: Int) -> UInt64 {
    let word = bytes.bigEndian64(at: place &>> 3) &<< UInt64(truncatingIfNeeded: place & 7)
    return word &>> UInt64(truncatingIfNeeded: 64 &- count)
  }

  /// Whether two adjacent bytes may be zero; may give false positives, never false negatives.
  @inline(__always) private static func holdsTwoZeros(_ word: UInt64) -> Bool {
    let zeros = (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
    return zeros & (zeros &>> 8) != 0
  }
}
