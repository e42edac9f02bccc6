/// The Huffman codebook of scale factors, intensity positions and noise energies.
///
/// ISO/IEC 14496-3:2019 Table 4.A.1; measured and verified as described at `SpectralCodebooks`.
enum ScalefactorCodebook {
  /// The number of codewords of each length in bits, from 0.
  static let counts: [Int] = [0, 1, 0, 1, 3, 2, 4, 3, 5, 4, 6, 6, 6, 5, 8, 4, 7, 3, 7, 46]

  /// The decoded differences from the previous value, in order of codeword length and value.
  static let differences: [Int8] = [
    0, -1, 1, -2, 2, -3, 3, -4, 4, -5, 5, 6, -6, 7, -7, 8, -8, 9, -9, 10, -10, -11, 11, 12, -12, 13, -13, 14, -14, 16, 15, 17, 18,
    -15, -17, -16, 19, -18, -19, 20, -20, 21, -21, 22, -22, 23, -23, -25, 25, -27, -24, -26, 24, -28, 27, 29, -30, -29, 26, -31, -34,
    -33, -32, -36, 28, -35, -38, -37, 30, -39, -41, -57, -59, -58, -60, 38, 39, 40, 41, 42, 57, 37, 31, 32, 33, 34, 35, 36, 44, 51,
    52, 53, 54, 55, 56, 50, 45, 46, 47, 48, 49, 58, -54, -52, -51, -50, -55, 43, 60, 59, -56, -53, -45, -44, -42, -40, -43, -49, -48,
    -46, -47,
  ]

  /// The number of bits that `table` is indexed by.
  static let tableBits = 11

  /// Codewords of at most 11 bits by the next 11 bits of the block: the length in bits 0 to 3, the difference plus 64 from bit 4; 0 for the
  /// beginning of a longer codeword.
  static let table: [UInt16] = (0..<1 << tableBits).map { bits in
    guard let (length, value) = decode(bits << (19 - tableBits), counts, differences), length <= tableBits else { return 0 }
    return UInt16(truncatingIfNeeded: length | (value + 64) << 4)
  }

  /// Codewords that are read in one step.
  struct Step {
    /// The number of codewords and of their bits; 0 for the beginning of a longer codeword.
    var count: UInt8 = 0
    var bits: UInt8 = 0
    /// The sum of the differences, and the lowest and the highest sum of the first ones of them.
    var sum: Int8 = 0
    var lowest: Int8 = 0
    var highest: Int8 = 0

    /// No codeword.
    init() {}

    /// One codeword, of an entry of `table`.
    init(_ entry: UInt16) {
      if entry == 0 { return }
      (count, bits) = (1, UInt8(truncatingIfNeeded: entry & 15))
      sum = Int8(truncatingIfNeeded: Int(entry &>> 4) &- 64)
      (lowest, highest) = (sum, sum)
    }
  }

  /// The whole codewords in the next `tableBits` bits of the block.
  static let steps: [Step] = (0..<1 << tableBits).map { bits in
    var step = Step()
    while true {
      let next = Step(table[bits << Int(step.bits) & (1 << tableBits - 1)])
      if next.count == 0 || step.bits + next.bits > tableBits { return step }
      step.count += 1
      step.bits += next.bits
      step.sum += next.sum
      (step.lowest, step.highest) = (min(step.lowest, step.sum), max(step.highest, step.sum))
    }
  }

  /// The first 19 bits that begin with a longer codeword.
  static let firstLong = (table.firstIndex(of: 0) ?? table.count) << (19 - tableBits)

  /// Longer codewords by the next 19 bits of the block, from `firstLong` on: the length in bits 0 to 4, the difference plus 64 from bit 5; 0
  /// where there is none.
  static let longTable: [UInt16] = (firstLong..<1 << 19).map { bits in
    guard let (length, value) = decode(bits, counts, differences) else { return 0 }
    return UInt16(truncatingIfNeeded: length | (value + 64) << 5)
  }

  /// Decodes the codeword at the start of 19 bits; nil if there is none.
  static func decode(_ ahead: Int, _ counts: [Int], _ differences: [Int8]) -> (length: Int, value: Int)? {
    var (first, index) = (0, 0)
    for length in 1..<20 {
      let (code, count) = (ahead >> (19 - length), counts[length])
      first <<= 1
      if code - first < count { return (length, Int(differences[index + code - first])) }
      first += count
      index += count
    }
    return nil
  }
}
