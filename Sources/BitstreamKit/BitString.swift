/// A bit string kept as coded: whole bytes and the position of the first bit in the first byte, so that bits whose alignment does not
/// change are written back by copying bytes.
public struct BitString: Sendable, Equatable, CustomStringConvertible {
  /// The bytes that contain the bits; bits outside the string are zero.
  public let bytes: [UInt8]
  /// The number of bits in the first byte before the string, 0 to 7.
  public let startBit: Int
  /// The number of bits.
  public let count: Int

  /// The empty bit string.
  public static let empty = BitString(bytes: [])

  /// Creates a bit string of whole bytes.
  public init(bytes: [UInt8]) {
    self.bytes = bytes
    startBit = 0
    count = bytes.count * 8
  }

  /// Creates a bit string of `count` bits of `bytes` from bit `startBit`; shorter if `bytes` ends before.
  public init(bytes: consuming [UInt8], startBit: Int, count: Int) {
    let start = min(max(0, startBit), 7)
    let held = max(0, min(count, bytes.count * 8 - start))
    let needed = held == 0 ? 0 : (start + held + 7) / 8
    if needed < bytes.count { bytes.removeLast(bytes.count - needed) }
    // Bytes that need no mask are not written, so that an array with another owner is not copied.
    if needed > 0 {
      if start > 0 { bytes[0] &= 0xFF >> UInt8(start) }
      let used = (start + held) % 8
      if used != 0 { bytes[needed - 1] &= ~(0xFF >> UInt8(used)) }
    }
    self.bytes = bytes
    self.startBit = held == 0 ? 0 : start
    self.count = held
  }

  /// Whether there are no bits.
  public var isEmpty: Bool { count == 0 }

  /// The bit at `index`, 0 or 1; 0 if out of range.
  public subscript(index: Int) -> UInt8 {
    guard index >= 0, index < count else { return 0 }
    let place = startBit + index
    return bytes[place / 8] >> UInt8(7 - place % 8) & 1
  }

  /// Returns the bits without trailing zeros, of which at most `limit` are removed.
  public func withoutLastZeros(atMost limit: Int) -> BitString {
    var zeros = 0
    while zeros < limit, zeros < count, self[count - 1 - zeros] == 0 { zeros += 1 }
    return zeros == 0 ? self : BitString(bytes: bytes, startBit: startBit, count: count - zeros)
  }

  /// Compares the bits, regardless of their alignment.
  public static func == (a: BitString, b: BitString) -> Bool {
    if a.count != b.count { return false }
    if a.startBit == b.startBit { return a.bytes == b.bytes }
    for index in 0..<a.count where a[index] != b[index] { return false }
    return true
  }

  /// The number of bits and the first 64 of them.
  public var description: String {
    var text = "\(count) bits"
    if count > 0 { text += ": " }
    for index in 0..<min(count, 64) { text += self[index] == 0 ? "0" : "1" }
    return count > 64 ? text + "…" : text
  }
}
