/// A text of at most 32 bytes used in many rows, stored so that an `OutputRow` appends it without a branch.
struct PreparedText {
  private(set) var words = SIMD4<UInt64>()
  private(set) var count = 0

  /// Appends a right-aligned literal; bytes beyond 32 are dropped.
  mutating func append(_ text: StaticString, width: Int = 0) {
    for _ in 0..<max(0, width - text.utf8CodeUnitCount) { append(0x20) }
    text.withUTF8Buffer { for index in 0..<text.utf8CodeUnitCount { append(unsafe $0[index]) } }
  }

  private mutating func append(_ byte: UInt8) {
    guard count < 8 * words.scalarCount else { return }
    words[count / 8] |= UInt64(byte) << UInt64(count % 8 * 8)
    count += 1
  }
}
