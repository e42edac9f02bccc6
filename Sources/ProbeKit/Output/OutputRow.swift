/// A row being written to an `OutputBuffer`. For commands that write millions of rows: the position is in a register and room is made once.
///
/// Stores are eight bytes wide and may overrun the content; the next store overwrites the excess. The total is not checked: literals and
/// runs of spaces are truncated, and the caller must keep a row within `maxBytes`.
@safe struct OutputRow: ~Copyable {
  /// Maximum bytes of a literal; the rest is dropped.
  static let longestText = 128
  /// Maximum spaces per append.
  static let maxSpaces = 256
  /// Size of the largest row: seven literals, 112 bytes of other content, and room to overrun.
  static let maxBytes = 7 * longestText + 128

  private(set) var next: UnsafeMutablePointer<UInt8>

  init(at place: UnsafeMutablePointer<UInt8>) { unsafe next = unsafe place }

  @inline(__always) private func store(_ word: UInt64, at offset: Int) {
    unsafe UnsafeMutableRawPointer(next).storeBytes(of: word, toByteOffset: offset, as: UInt64.self)
  }

  /// One byte.
  @inline(__always) mutating func byte(_ byte: UInt8) {
    unsafe next.pointee = byte
    unsafe next += 1
  }

  /// `count` spaces, at most `maxSpaces`; none if negative.
  @inline(__always) mutating func spaces(_ count: Int) {
    let count = max(0, min(count, Self.maxSpaces))
    // Four stores are enough for most columns; a loop for these few would become a call of memset.
    for index in 0..<4 { store(0x2020_2020_2020_2020, at: 8 &* index) }
    if count > 32 { unsafe next.advanced(by: 32).update(repeating: 0x20, count: count &- 32) }
    unsafe next += count
  }

  /// A literal of at most `longestText` bytes; the rest is dropped.
  @inline(__always) mutating func text(_ text: StaticString) {
    let count = min(text.utf8CodeUnitCount, Self.longestText)
    let from = unsafe UnsafeRawPointer(text.utf8Start)
    if count >= 8 {
      // The last eight bytes overlap those before.
      var done = 0
      while done &+ 8 < count {
        store(unsafe from.loadUnaligned(fromByteOffset: done, as: UInt64.self), at: done)
        done &+= 8
      }
      store(unsafe from.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self), at: count &- 8)
    } else {
      for index in 0..<count { unsafe next[index] = from.load(fromByteOffset: index, as: UInt8.self) }
    }
    unsafe next += count
  }

  /// A right-aligned literal.
  @inline(__always) mutating func text(_ text: StaticString, width: Int) {
    spaces(width &- text.utf8CodeUnitCount)
    self.text(text)
  }

  /// A prepared text.
  @inline(__always) mutating func text(_ text: PreparedText) {
    for index in 0..<text.words.scalarCount { store(text.words[index].littleEndian, at: 8 &* index) }
    unsafe next += text.count
  }

  /// A decimal number.
  @inline(__always) mutating func number(_ value: UInt64) {
    if value < 10 { byte(0x30 | UInt8(truncatingIfNeeded: value)) } else { wideNumber(value, width: 0) }
  }

  /// A decimal number.
  @inline(__always) mutating func number(_ value: Int64) {
    if value < 0 { byte(0x2D) }
    number(value.magnitude)
  }

  /// A right-aligned decimal number in a column of at most 16 bytes; wider numbers widen the column.
  ///
  /// That the number fits is a branch, which processors predict: with a computed width each store would wait for the digits before it.
  @inline(__always) mutating func number(_ value: UInt64, width: Int) {
    guard _fastPath(value < Self.limit(digits: width)) else { return wideNumber(value, width: width) }
    digits(Self.aligned(value).word, width: width)
  }

  /// The same for numbers that follow one another closely, such as places in a file: only the last two digits are computed anew.
  @inline(__always) mutating func number(_ value: UInt64, width: Int, after last: inout NearNumber) {
    let ahead = value &- last.hundreds
    guard _fastPath(ahead < 100) else {
      if value >= 100, value < Self.limit(digits: width) {
        last.hundreds = value &- value % 100
        last.word = Self.aligned(last.hundreds).word
      }
      return number(value, width: width)
    }
    digits(last.word &+ Self.twoDigits(ahead) &<< 48, width: width)
  }

  /// The tens of a number below 100 in the lowest byte, the ones in the next.
  @inline(__always) private static func twoDigits(_ value: UInt64) -> UInt64 {
    let tens = (value &* 103) &>> 10
    return tens | (value &- tens &* 10) &<< 8
  }

  /// The last `width` of eight aligned digits, or all after spaces.
  @inline(__always) private mutating func digits(_ word: UInt64, width: Int) {
    if width <= 8 {
      store((word &>> UInt64(64 &- 8 &* width)).littleEndian, at: 0)
    } else {
      store(0x2020_2020_2020_2020, at: 0)
      store(word.littleEndian, at: width &- 8)
    }
    unsafe next += width
  }

  /// The smallest number that `digits` digits do not hold, at most 10^8.
  @inline(__always) private static func limit(digits: Int) -> UInt64 {
    switch digits {
    case ..<1: 0
    case 1: 10
    case 2: 100
    case 3: 1000
    case 4: 10_000
    case 5: 100_000
    case 6: 1_000_000
    case 7: 10_000_000
    default: 100_000_000
    }
  }

  /// The digits of a number below 10^8, right-aligned in eight bytes, and the number of leading spaces.
  @inline(__always) private static func aligned(_ value: UInt64) -> (word: UInt64, leading: Int) {
    if value < 10 { return (0x3020_2020_2020_2020 | value &<< 56, 7) }
    if value < 100 { return (0x3030_2020_2020_2020 | twoDigits(value) &<< 48, 6) }
    let digits = eightDigits(UInt32(truncatingIfNeeded: value))
    let leading = min(7, digits.trailingZeroBitCount &>> 3)
    // A leading 0x30 becomes a space.
    return ((digits | 0x3030_3030_3030_3030) & ~(0x1010_1010_1010_1010 & (1 &<< UInt64(8 &* leading) &- 1)), leading)
  }

  /// A number that may be wider than its column.
  private mutating func wideNumber(_ value: UInt64, width: Int) {
    guard value < 100_000_000 else { return longNumber(value, width: width) }
    let (word, leading) = Self.aligned(value)
    digits(word, width: max(8 &- leading, width))
  }

  /// A number of more than eight digits.
  @inline(never) private mutating func longNumber(_ value: UInt64, width: Int) {
    let (front, back) = value.quotientAndRemainder(dividingBy: 100_000_000)
    number(front, width: max(0, width &- 8))
    store((eightDigits(UInt32(truncatingIfNeeded: back)) | 0x3030_3030_3030_3030).littleEndian, at: 0)
    unsafe next += 8
  }

  /// A right-aligned signed number in a column of at most 16 bytes.
  @inline(__always) mutating func signed(_ value: Int64, width: Int) {
    if value >= 0 { return number(UInt64(bitPattern: value), width: width) }
    let magnitude = value.magnitude
    spaces(width &- decimalDigitCount(magnitude) &- 1)
    byte(0x2D)
    number(magnitude)
  }

  /// The `count` highest of `bits` as binary digits, left-aligned in a column of 16. With more than 16 bits, the first 15 and a plus.
  @inline(__always) mutating func bits(_ bits: UInt64, count: Int) {
    for half in 0..<2 {
      let byte = bits &>> UInt64(truncatingIfNeeded: 56 &- 8 &* half) & 0xFF
      // Spreads each bit to its own byte, the highest to the first.
      let spread = ((byte &* 0x8040_2010_0804_0201) & 0x8080_8080_8080_8080) &>> 7
      store((spread | 0x3030_3030_3030_3030).littleEndian, at: 8 &* half)
    }
    if count <= 16 {
      unsafe next += count
      spaces(16 &- count)
    } else {
      unsafe next[15] = 0x2B
      unsafe next += 16
    }
  }

  /// Eight lowercase hexadecimal digits of four bytes, the first of which is the lowest.
  @inline(__always) mutating func hex(_ four: UInt32) {
    var digits = UInt64(four)
    digits = (digits | digits &<< 16) & 0x0000_FFFF_0000_FFFF
    digits = (digits | digits &<< 8) & 0x00FF_00FF_00FF_00FF
    digits = (digits &>> 4 | digits &<< 8) & 0x0F0F_0F0F_0F0F_0F0F
    let letters = (digits &+ 0x0606_0606_0606_0606) &>> 4 & 0x0101_0101_0101_0101
    store((digits &+ 0x3030_3030_3030_3030 &+ letters &* 0x27).littleEndian, at: 0)
    unsafe next += 8
  }

  /// Two lowercase hexadecimal digits.
  @inline(__always) mutating func hex(_ value: UInt8) {
    for digit in [value >> 4, value & 15] { byte(digit < 10 ? 0x30 &+ digit : 0x57 &+ digit) }
  }
}

/// The digits of a number in a column, for the numbers after it.
struct NearNumber {
  /// A multiple of 100.
  fileprivate var hundreds: UInt64 = 100
  /// Its digits, right-aligned in eight bytes.
  fileprivate var word: UInt64 = 0x3030_3120_2020_2020
}

/// The eight digits of a number below 100,000,000, one byte each, the first in the lowest byte. Splits the number into halves, quarters and
/// eighths in parallel in one register, with a multiplication and a shift per division. Written out, because code that is compiled for size
/// keeps a division.
@inline(__always) private func eightDigits(_ value: UInt32) -> UInt64 {
  let high = (UInt64(value) &* 3_518_437_209) &>> 45
  let fours = high | (UInt64(value) &- high &* 10_000) &<< 32
  let hundreds = (fours &* 10_486) &>> 20 & 0x0000_007F_0000_007F
  let twos = hundreds | (fours &- hundreds &* 100) &<< 16
  let tens = (twos &* 103) &>> 10 & 0x000F_000F_000F_000F
  return tens | (twos &- tens &* 10) &<< 8
}

extension OutputBuffer {
  /// Appends a row of at most `OutputRow.maxBytes` bytes.
  @inline(__always) mutating func row(_ body: (inout OutputRow) -> Void) {
    let start = unsafe place(for: OutputRow.maxBytes)
    var row = unsafe OutputRow(at: start)
    body(&row)
    unsafe used(upTo: row.next)
  }
}
