/// Bits kept as they were read: whole bytes with the place of the first bit in the first of them, so that bits which keep their
/// alignment are written back by copying bytes.
public struct BitString: Sendable, Equatable, CustomStringConvertible {
  /// The bytes that hold the bits; bits outside of the string are zero.
  public let bytes: [UInt8]
  /// How many bits of the first byte stand before the string: 0 to 7.
  public let startBit: Int
  /// How many bits there are.
  public let count: Int

  /// No bits at all.
  public static let empty = BitString(bytes: [])

  /// Whole bytes.
  public init(bytes: [UInt8]) {
    self.bytes = bytes
    startBit = 0
    count = bytes.count * 8
  }

  /// `count` bits of `bytes` from bit `startBit` on; fewer where the bytes end before.
  public init(bytes: [UInt8], startBit: Int, count: Int) {
    let start = min(max(0, startBit), 7)
    let held = max(0, min(count, bytes.count * 8 - start))
    let needed = held == 0 ? 0 : (start + held + 7) / 8
    var own = needed == bytes.count ? bytes : Array(bytes.prefix(needed))
    if needed > 0 {
      own[0] &= 0xFF >> UInt8(start)
      let used = (start + held) % 8
      if used != 0 { own[needed - 1] &= ~(0xFF >> UInt8(used)) }
    }
    self.bytes = own
    self.startBit = held == 0 ? 0 : start
    self.count = held
  }

  /// True for no bits.
  public var isEmpty: Bool { count == 0 }

  /// The bit at `index`: 0 or 1; 0 outside.
  public subscript(index: Int) -> UInt8 {
    guard index >= 0, index < count else { return 0 }
    let place = startBit + index
    return bytes[place / 8] >> UInt8(7 - place % 8) & 1
  }

  /// The bits without the zeros that they end with, of which at most `limit` are taken away.
  public func withoutLastZeros(atMost limit: Int) -> BitString {
    var zeros = 0
    while zeros < limit, zeros < count, self[count - 1 - zeros] == 0 { zeros += 1 }
    return zeros == 0 ? self : BitString(bytes: bytes, startBit: startBit, count: count - zeros)
  }

  /// Equal when the bits are, whatever their alignment.
  public static func == (a: BitString, b: BitString) -> Bool {
    if a.count != b.count { return false }
    if a.startBit == b.startBit { return a.bytes == b.bytes }
    for index in 0..<a.count where a[index] != b[index] { return false }
    return true
  }

  /// How many bits, and the first of them.
  public var description: String {
    var text = "\(count) bits"
    if count > 0 { text += ": " }
    for index in 0..<min(count, 64) { text += self[index] == 0 ? "0" : "1" }
    return count > 64 ? text + "…" : text
  }
}
