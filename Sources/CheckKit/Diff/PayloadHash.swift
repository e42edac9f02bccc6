import BitstreamKit

/// A 64-bit hash of the coded bytes of a sample, whatever frames its NAL units.
///
/// It tells samples apart; it does not resist an adversary.
struct PayloadHash {
  private var a: UInt64 = 0x9E37_79B9_7F4A_7C15
  private var b: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private var rest: UInt64 = 0
  private var restCount: UInt64 = 0
  /// The number of bytes so far.
  private(set) var byteCount: UInt64 = 0

  /// Adds a part of a unit.
  mutating func add(_ bytes: [UInt8], _ range: Range<Int>) {
    byteCount &+= UInt64(range.count)
    var place = range.lowerBound
    while place < range.upperBound, restCount != 0 {
      push(bytes[place])
      place += 1
    }
    while range.upperBound - place >= 8 {
      mix(bytes.bigEndian64(at: place))
      place += 8
    }
    while place < range.upperBound {
      push(bytes[place])
      place += 1
    }
  }

  /// Ends a unit: the same bytes in other units have another hash.
  mutating func endUnit() {
    mix(rest)
    mix(restCount | 0x100)
    (rest, restCount) = (0, 0)
  }

  /// The hash of the units so far.
  var value: UInt64 {
    var copy = self
    copy.mix(byteCount)
    return copy.a ^ (copy.b << 31 | copy.b >> 33)
  }

  private mutating func push(_ byte: UInt8) {
    rest = rest << 8 | UInt64(byte)
    restCount += 1
    if restCount == 8 {
      mix(rest)
      (rest, restCount) = (0, 0)
    }
  }

  private mutating func mix(_ word: UInt64) {
    let product = (a ^ word).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    a = product.high ^ product.low ^ b
    b = (b << 23 | b >> 41) &+ word &* 0xA076_1D64_78BD_642F
  }
}
