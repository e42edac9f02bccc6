import BitstreamKit

/// Recognises a slice of the same picture as one before by its bits, without taking them apart.
///
/// All that 7.4.1.2.4 compares stands between slice_type and redundant_pic_cnt, next to each other: where those bits and the unit's
/// first byte are those of a slice of the picture, nothing of it differs. Most slices of a picture with many are found so.
struct SliceGlance: Sendable {
  /// What a glance tells.
  struct Found {
    var firstMbInSlice: UInt64
    var sliceType: UInt8
  }

  private var firstByte: UInt8 = 0
  /// From pic_parameter_set_id to redundant_pic_cnt, the first in the highest bit; `count` of them.
  private var bits: UInt64 = 0
  private var count = 0
  /// colour_plane_id of the slice that was remembered, and of all that are recognised by it.
  private(set) var colourPlaneID: UInt8 = 0

  /// Recognises nothing.
  init() {}

  /// Remembers a slice.
  /// - Parameter range: its bits from pic_parameter_set_id to redundant_pic_cnt, counted in `bytes`, where no emulation prevention
  ///   byte stands between.
  mutating func remember(_ firstByte: UInt8, _ bytes: [UInt8], bits range: Range<Int>, colourPlaneID: UInt8) {
    self.firstByte = firstByte
    self.colourPlaneID = colourPlaneID
    // A load that starts inside of a byte has 57 bits.
    count = range.count <= 57 ? range.count : 0
    bits = count == 0 ? 0 : Self.bits(bytes, range.lowerBound, count)
  }

  /// Recognises nothing any more.
  mutating func forget() { count = 0 }

  /// What stands before the remembered bits of this slice; nil where it is not certain that they are there.
  @inline(__always) func look(_ bytes: [UInt8], _ range: Range<Int>) -> Found? {
    guard count > 0, range.count >= 20, bytes[range.lowerBound] == firstByte else { return nil }
    let start = range.lowerBound &+ 1
    let ahead = bytes.bigEndian64(at: start)
    // Emulation prevention stands behind two zeros; what is looked at ends within 15 bytes.
    if Self.holdsTwoZeros(ahead) || Self.holdsTwoZeros(bytes.bigEndian64(at: start &+ 7)) { return nil }
    let zeros = ahead.leadingZeroBitCount
    if zeros > 17 { return nil }
    let first = 2 &* zeros &+ 1
    let behind = ahead &<< UInt64(truncatingIfNeeded: first)
    let typeZeros = behind.leadingZeroBitCount
    if typeZeros > 3 { return nil }
    let second = 2 &* typeZeros &+ 1
    if Self.bits(bytes, start &* 8 &+ first &+ second, count) != bits { return nil }
    return Found(
      firstMbInSlice: ahead &>> UInt64(truncatingIfNeeded: 64 &- first) &- 1,
      sliceType: UInt8(truncatingIfNeeded: behind &>> UInt64(truncatingIfNeeded: 64 &- second) &- 1))
  }

  /// `count` bits from `place` on, 1 to 57.
  @inline(__always) private static func bits(_ bytes: [UInt8], _ place: Int, _ count: Int) -> UInt64 {
    let word = bytes.bigEndian64(at: place &>> 3) &<< UInt64(truncatingIfNeeded: place & 7)
    return word &>> UInt64(truncatingIfNeeded: 64 &- count)
  }

  /// Whether two neighbouring bytes may be zero: never false where they are.
  @inline(__always) private static func holdsTwoZeros(_ word: UInt64) -> Bool {
    let zeros = (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
    return zeros & (zeros &>> 8) != 0
  }
}
