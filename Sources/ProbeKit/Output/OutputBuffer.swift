import BitstreamKit

/// Text and numbers formatted into a large buffer, which is written when full.
///
/// Designed for millions of rows: an append is a few stores. The first write error is kept and later output is dropped, so that a loop only
/// needs to check `failure` once per chunk of its input.
///
/// Stores are unchecked: with bounds and uniqueness checks a table of small rows takes 1.5 times as long. Every append first makes room for
/// `maxAtOnce` bytes and stores no more than that.
@safe public struct OutputBuffer: ~Copyable {
  /// The error of the first failed write.
  public private(set) var failure: ByteError?
  private let bytes: UnsafeMutablePointer<UInt8>
  private var used = 0
  /// Where full buffers and messages go.
  package let sink: ProbeSink
  /// Whether quotes are doubled, as inside a quoted CSV field.
  private var doublesQuotes = false
  /// Whether line breaks and tabs of strings are kept, and only other control characters are escaped.
  package var keepsLines = false
  /// How the columns of the current row are written.
  var columnForm = ColumnForm.values
  /// Whether the next column is the first of its row.
  var isFirstColumn = true

  private static let capacity = 1 << 16
  /// Maximum bytes per append; longer strings are appended in pieces.
  private static let maxAtOnce = 256

  public init(_ sink: ProbeSink) {
    self.sink = sink
    unsafe bytes = .allocate(capacity: Self.capacity)
  }

  deinit { unsafe bytes.deallocate() }

  /// Writes the buffered bytes.
  public mutating func flush() {
    if failure == nil, used > 0 {
      let held = unsafe UnsafeBufferPointer(start: bytes, count: used)
      do { try unsafe sink.write(held) } catch { failure = error }
    }
    used = 0
  }

  /// Flushes the buffer and reports a failure to write. A reader that closed its end of a pipe is not a failure.
  public mutating func finish() -> ProbeOutcome {
    flush()
    guard let failure else { return .complete }
    if sink.isReaderGone(failure) { return .complete }
    sink.report("\(failure)")
    return .failed
  }

  @inline(__always) private mutating func makeRoom() {
    if used > Self.capacity - Self.maxAtOnce { flush() }
  }

  @inline(__always) private mutating func store(_ byte: UInt8) {
    unsafe bytes[used] = byte
    used &+= 1
  }

  /// The position of the next byte, with room for `count` bytes.
  @unsafe @inline(__always) mutating func place(for count: Int) -> UnsafeMutablePointer<UInt8> {
    if used > Self.capacity - count { flush() }
    return unsafe bytes + used
  }

  /// Commits bytes stored at `place(for:)`, up to `end`.
  @unsafe @inline(__always) mutating func used(upTo end: UnsafeMutablePointer<UInt8>) { used = unsafe end - bytes }

  /// One byte.
  @inline(__always) package mutating func byte(_ byte: UInt8) {
    makeRoom()
    if doublesQuotes, byte == 0x22 { store(byte) }
    store(byte)
  }

  /// `count` spaces, at most `maxAtOnce`.
  @inline(__always) package mutating func spaces(_ count: Int) {
    makeRoom()
    var left = min(count, Self.maxAtOnce)
    while left > 0 {
      store(0x20)
      left &-= 1
    }
  }

  /// A literal of at most `maxAtOnce` bytes; the rest is dropped.
  @inline(__always) package mutating func text(_ text: StaticString) {
    makeRoom()
    let count = min(text.utf8CodeUnitCount, Self.maxAtOnce)
    if doublesQuotes {
      text.withUTF8Buffer { for index in 0..<count { byte(unsafe $0[index]) } }
      return
    }
    unsafe (bytes + used).update(from: text.utf8Start, count: count)
    used &+= count
  }

  /// A right-aligned literal.
  @inline(__always) package mutating func text(_ text: StaticString, width: Int) {
    spaces(width &- text.utf8CodeUnitCount)
    self.text(text)
  }

  /// A quoted CSV field (RFC 4180) with the output of `body`.
  package mutating func quotedField(_ body: (inout OutputBuffer) -> Void) {
    byte(0x22)
    doublesQuotes = true
    body(&self)
    doublesQuotes = false
    byte(0x22)
  }

  /// A decimal number.
  @inline(__always) package mutating func number<T: FixedWidthInteger>(_ value: T) {
    if value < 0 { byte(0x2D) }
    number(UInt64(value.magnitude), width: 0)
  }

  /// A right-aligned decimal number in a column of at most 64 bytes; wider numbers widen the column.
  @inline(__always) package mutating func number(_ value: UInt64, width: Int) {
    makeRoom()
    let digits = decimalDigitCount(value)
    let field = max(digits, width)
    var place = used &+ field
    used = place
    var left = value
    while left >= 100 {
      let quotient = left / 100
      place &-= 2
      storePair(Int(truncatingIfNeeded: left &- quotient &* 100), at: place)
      left = quotient
    }
    if left >= 10 {
      place &-= 2
      storePair(Int(truncatingIfNeeded: left), at: place)
    } else {
      place &-= 1
      unsafe bytes[place] = 0x30 &+ UInt8(truncatingIfNeeded: left)
    }
    var pad = field &- digits
    while pad > 0 {
      pad &-= 1
      place &-= 1
      unsafe bytes[place] = 0x20
    }
  }

  /// Stores the two digits of a number below 100.
  @inline(__always) private func storePair(_ value: Int, at place: Int) {
    unsafe (bytes + place).update(from: digitPairs.utf8Start + value &* 2, count: 2)
  }
}

private let digitPairs: StaticString = """
  00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354555657585960\
  616263646566676869707172737475767778798081828384858687888990919293949596979899
  """

/// Number of decimal digits of a value.
@inline(__always) func decimalDigitCount(_ value: UInt64) -> Int {
  var digits = 1
  var left = value
  while left >= 10_000 {
    left /= 10_000
    digits &+= 4
  }
  if left >= 1000 { return digits &+ 3 }
  if left >= 100 { return digits &+ 2 }
  return left >= 10 ? digits &+ 1 : digits
}
