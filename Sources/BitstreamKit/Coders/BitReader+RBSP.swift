// MARK: - Raw byte sequence payloads

extension BitReader {
  public mutating func moreRBSPData(_ held: Bool) throws(SyntaxError) -> Bool {
    findLastOne()
    return position < lastOne
  }

  /// Finds the stop bit of the region, once per region.
  @usableFromInline mutating func findLastOne() {
    if lastOneEnd == end { return }
    lastOneEnd = end
    lastOne = -1
    var byte = end >> 3 - 1
    while byte >= position >> 3, bytes[byte] == 0 { byte -= 1 }
    if byte >= position >> 3 { lastOne = byte << 3 + 7 - bytes[byte].trailingZeroBitCount }
  }

  public mutating func rbspRest(_ name: StaticString, _ value: inout BitString) throws(SyntaxError) {
    findLastOne()
    let count = lastOne - position
    if count < 0 { throw truncated("rbsp_stop_one_bit", -1, -1, needed: 1) }
    value = count == 0 ? .empty : BitString(bytes: Array(bytes[position >> 3..<(lastOne + 7) >> 3]), startBit: position & 7, count: count)
    position = lastOne
  }

  public mutating func rbspTrailingBits(_ trailing: inout [UInt8]) throws(SyntaxError) {
    position += noteSurplusZeros()
    try fixed("rbsp_stop_one_bit", 1, bits: 1)
    let left = (8 - position & 7) & 7
    if left > 0 { try fixed("rbsp_alignment_zero_bit", 0, bits: left) }
    let count = (end - position) >> 3
    if count > 0 { noteTrailingBytes(count) }
    trailing = aligned(count)
  }

  /// A finding under every policy, for the bytes are kept: cabac_zero_words follow slice data only (H.264 7.3.2.8, H.265 7.3.2.9).
  @inline(never) mutating func noteTrailingBytes(_ count: Int) {
    let why = "\(counted(count, "byte")) after rbsp_trailing_bits( ), where the unit must end"
    record(error("trailing_bytes", -1, -1, .malformed(why)))
  }

  /// A finding of a lenient reader for up to seven zero bits before the stop bit, which some encoders write after the last element, such as x265
  /// without timing information. The elements before them are read as they are meant.
  /// - Returns: the number of these bits.
  @inline(never) mutating func noteSurplusZeros() -> Int {
    guard policy == .lenient else { return 0 }
    findLastOne()
    let count = lastOne - position
    guard (1..<8).contains(count), window(at: position) >> UInt64(64 - count) == 0 else { return 0 }
    record(error("rbsp_stop_one_bit", -1, -1, .malformed("\(counted(count, "surplus zero bit precedes", "surplus zero bits precede")) it")))
    return count
  }

  /// Passes over all bits up to the end of the region.
  /// - Returns: those of the first `count` bytes.
  mutating func skipRest(storing count: Int) -> BitString {
    let (first, left) = (position >> 3, end - position)
    let bits = BitString(bytes: Array(bytes[first..<min((end + 7) >> 3, first + count)]), startBit: position & 7, count: left)
    position = end
    return left == 0 ? .empty : bits
  }
}
