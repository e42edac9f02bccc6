/// Decoder of DEFLATE data, bare or in the zlib format.
///
/// RFC 1951 (DEFLATE), RFC 1950 (zlib). Time grows with the bits that are read and the bytes that are written; the output never
/// exceeds `limit`.
public struct Inflate {
  /// Why decoding ended early.
  public enum Failure: Error, Equatable, Sendable, CustomStringConvertible {
    /// The input ends inside the data.
    case truncated(byte: Int)
    /// The input is not what RFC 1950 or RFC 1951 defines.
    case malformed(byte: Int, why: String)
    /// The output would exceed the limit, which is given in bytes.
    case overLimit(Int)

    /// One line, with the byte of the input at which decoding ended.
    public var description: String {
      switch self {
      case .truncated(let byte): "compressed data ends too early, at byte \(byte)"
      case .malformed(let byte, let why): "compressed data is malformed at byte \(byte): \(why)"
      case .overLimit(let limit): "expanded data exceeds the limit of \(limit) bytes"
      }
    }
  }

  /// What decoding produced.
  public struct Result: Equatable, Sendable {
    /// The expanded bytes, up to the fault where there is one.
    public var bytes: [UInt8] = []
    /// How many bytes of the input were taken.
    public var consumed = 0
    /// Why decoding ended early; nil where the data is complete.
    public var failure: Failure?
  }

  private let input: [UInt8]
  private let limit: Int
  private var position: Int
  private var held: UInt32 = 0
  private var heldBits: UInt32 = 0
  private var output: [UInt8] = []

  private init(_ input: [UInt8], from start: Int, limit: Int) {
    self.input = input
    position = min(max(0, start), input.count)
    self.limit = max(0, limit)
  }

  /// Expands bare DEFLATE data (RFC 1951), from byte `start` of `input` on.
  public static func raw(_ input: [UInt8], from start: Int = 0, limit: Int) -> Result {
    var decoder = Inflate(input, from: start, limit: limit)
    let failure = decoder.run()
    return Result(bytes: decoder.output, consumed: decoder.position - min(max(0, start), input.count), failure: failure)
  }

  /// Expands data in the zlib format (RFC 1950), from byte `start` of `input` on, and compares the checksum.
  public static func zlib(_ input: [UInt8], from start: Int = 0, limit: Int) -> Result {
    var decoder = Inflate(input, from: start, limit: limit)
    let failure = decoder.runZlib()
    return Result(bytes: decoder.output, consumed: decoder.position - min(max(0, start), input.count), failure: failure)
  }

  /// Whether the bytes from `start` on begin with a header of the zlib format (RFC 1950, 2.2).
  public static func hasZlibHeader(_ input: [UInt8], from start: Int = 0) -> Bool {
    guard start >= 0, start < input.count - 1 else { return false }
    let (cmf, flg) = (input[start], input[start + 1])
    return cmf & 15 == 8 && cmf >> 4 <= 7 && (UInt16(cmf) << 8 | UInt16(flg)) % 31 == 0
  }

  private mutating func runZlib() -> Failure? {
    if input.count - position < 2 { return .truncated(byte: input.count) }
    guard Self.hasZlibHeader(input, from: position) else { return malformed("no zlib header") }
    if input[position + 1] & 0x20 != 0 { return malformed("a preset dictionary is needed") }
    position += 2
    if let failure = run() { return failure }
    guard input.count - position >= 4 else { return .truncated(byte: input.count) }
    var sum: UInt32 = 0
    for byte in input[position..<position + 4] { sum = sum << 8 | UInt32(byte) }
    if sum != Self.adler32(output) { return malformed("the checksum does not match") }
    position += 4
    return nil
  }

  /// Adler-32 (RFC 1950, 8.2).
  static func adler32(_ bytes: [UInt8]) -> UInt32 {
    var (a, b): (UInt32, UInt32) = (1, 0)
    var index = 0
    while index < bytes.count {
      // 5552 bytes are the most whose sums fit 32 bits.
      let end = index + min(5552, bytes.count - index)
      while index < end {
        a &+= UInt32(bytes[index])
        b &+= a
        index += 1
      }
      a %= 65521
      b %= 65521
    }
    return b << 16 | a
  }

  private func malformed(_ why: String) -> Failure { .malformed(byte: position, why: why) }

  /// All blocks, up to the last one. Whole bytes that were taken ahead of need are given back.
  private mutating func run() -> Failure? {
    do throws(Failure) {
      var isLast = false
      while !isLast {
        isLast = try bits(1) == 1
        switch try bits(2) {
        case 0: try stored()
        case 1: try compressed(literals: .fixedLiterals, distances: .fixedDistances)
        case 2: try dynamic()
        default: throw malformed("reserved block type")
        }
      }
      return nil
    } catch { return error }
  }

  /// The next `count` bits, at most 16, the first in the lowest place. No byte is taken before it is needed.
  private mutating func bits(_ count: UInt32) throws(Failure) -> UInt32 {
    while heldBits < count {
      guard position < input.count else { throw .truncated(byte: input.count) }
      held |= UInt32(input[position]) << heldBits
      position += 1
      heldBits += 8
    }
    let value = held & (1 << count &- 1)
    held >>= count
    heldBits -= count
    return value
  }

  /// RFC 1951, 3.2.4.
  private mutating func stored() throws(Failure) {
    (held, heldBits) = (0, 0)
    let length = try bits(16)
    let complement = try bits(16)
    if length != ~complement & 0xFFFF { throw malformed("the length of a stored block contradicts its complement") }
    let end = position + min(Int(length), input.count - position)
    if output.count + (end - position) > limit { throw .overLimit(limit) }
    output.append(contentsOf: input[position..<end])
    let isShort = end - position < Int(length)
    position = end
    if isShort { throw .truncated(byte: input.count) }
  }

  /// RFC 1951, 3.2.7.
  private mutating func dynamic() throws(Failure) {
    let literalCount = Int(try bits(5)) + 257
    let distanceCount = Int(try bits(5)) + 1
    let codeCount = Int(try bits(4)) + 4
    if literalCount > 286 || distanceCount > 30 { throw malformed("too many codes") }
    var lengths = [UInt8](repeating: 0, count: 19)
    for index in 0..<codeCount { lengths[Int(Self.codeOrder[index])] = UInt8(try bits(3)) }
    guard let codes = HuffmanCode(lengths[...]), codes.isComplete else { throw malformed("the code of the code lengths is not complete") }
    lengths = []
    while lengths.count < literalCount + distanceCount {
      let symbol = try symbol(codes)
      if symbol < 16 {
        lengths.append(UInt8(symbol))
        continue
      }
      if symbol == 16, lengths.isEmpty { throw malformed("no code length to repeat") }
      let (value, count) =
        switch symbol {
        case 16: (lengths[lengths.count - 1], 3 + Int(try bits(2)))
        case 17: (0, 3 + Int(try bits(3)))
        default: (0, 11 + Int(try bits(7)))
        }
      if lengths.count + count > literalCount + distanceCount { throw malformed("code lengths repeat beyond the last code") }
      for _ in 0..<count { lengths.append(value) }
    }
    if lengths[256] == 0 { throw malformed("no code for the end of the block") }
    guard let literals = HuffmanCode(lengths[..<literalCount]), literals.isComplete || literals.hasOneCode else {
      throw malformed("the code of the literals is not complete")
    }
    guard let distances = HuffmanCode(lengths[literalCount...]), distances.isComplete || distances.hasOneCode || distances.isEmpty else {
      throw malformed("the code of the distances is not complete")
    }
    try compressed(literals: literals, distances: distances)
  }

  /// RFC 1951, 3.2.3: literals, and copies of what was written before, up to the end of the block.
  private mutating func compressed(literals: HuffmanCode, distances: HuffmanCode) throws(Failure) {
    while true {
      let symbol = Int(try symbol(literals))
      if symbol < 256 {
        if output.count >= limit { throw .overLimit(limit) }
        output.append(UInt8(symbol))
      } else if symbol == 256 {
        return
      } else {
        if symbol > 285 { throw malformed("reserved length code") }
        let length = Int(Self.lengthBases[symbol - 257]) + Int(try bits(UInt32(Self.lengthBits[symbol - 257])))
        let code = Int(try self.symbol(distances))
        if code > 29 { throw malformed("reserved distance code") }
        let distance = Int(Self.distanceBases[code]) + Int(try bits(UInt32(code < 2 ? 0 : code / 2 - 1)))
        if distance > output.count { throw malformed("a distance reaches before the first byte") }
        if output.count + length > limit { throw .overLimit(limit) }
        let from = output.count - distance
        for index in 0..<length { output.append(output[from + index]) }
      }
    }
  }

  /// A symbol, bit by bit: its code's length is at most 15.
  private mutating func symbol(_ code: HuffmanCode) throws(Failure) -> UInt16 {
    var (value, first, index) = (0, 0, 0)
    for length in 1...15 {
      value = value << 1 | Int(try bits(1))
      let count = Int(code.counts[length])
      if value - first < count { return code.symbols[index + value - first] }
      index += count
      first = (first + count) << 1
    }
    throw malformed("no such code")
  }

  private static let codeOrder: [UInt8] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
  private static let lengthBases: [UInt16] = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
  ]
  private static let lengthBits: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0]
  private static let distanceBases: [UInt16] = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289,
    16385, 24577,
  ]
}

/// A canonical Huffman code (RFC 1951, 3.2.2): how many codes each length has, and the symbols in the order of their codes.
private struct HuffmanCode {
  /// By length, 0 to 15.
  private(set) var counts = [UInt16](repeating: 0, count: 16)
  /// Those with a code.
  private(set) var symbols: [UInt16] = []
  /// Codes of 15 bits that are left unused.
  private var unused = 1 << 15

  /// Whether every sequence of bits is a code.
  var isComplete: Bool { unused == 0 }
  /// Whether there is one code alone, of one bit, which RFC 1951 allows.
  var hasOneCode: Bool { symbols.count == 1 && counts[1] == 1 }
  /// Whether no symbol has a code.
  var isEmpty: Bool { symbols.isEmpty }

  /// The code of `lengths`, by symbol; nil where there are more codes than bits tell apart.
  init?(_ lengths: ArraySlice<UInt8>) {
    for length in lengths where length > 0 {
      counts[Int(length & 15)] += 1
      unused -= 1 << (15 - Int(length & 15))
    }
    if unused < 0 { return nil }
    var next = [Int](repeating: 0, count: 17)
    for length in 1...15 { next[length + 1] = next[length] + Int(counts[length]) }
    symbols = [UInt16](repeating: 0, count: next[16])
    for (symbol, length) in lengths.enumerated() where length > 0 {
      symbols[next[Int(length)]] = UInt16(symbol)
      next[Int(length)] += 1
    }
  }

  /// RFC 1951, 3.2.6.
  static let fixedLiterals = fixed([(144, 8), (112, 9), (24, 7), (8, 8)])
  static let fixedDistances = fixed([(30, 5), (2, 5)])

  private static func fixed(_ runs: [(count: Int, length: UInt8)]) -> HuffmanCode {
    var lengths: [UInt8] = []
    for run in runs { lengths += [UInt8](repeating: run.length, count: run.count) }
    return HuffmanCode(lengths[...]) ?? HuffmanCode()
  }

  private init() {}
}
