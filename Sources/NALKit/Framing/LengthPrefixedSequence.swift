import BitstreamKit

/// The NAL units of a sample of MP4 or FLV in memory, each preceded by its length (ISO/IEC 14496-15 5.3.3.1).
///
///     for unit in LengthPrefixed(sample, lengthSize: 4) { print(unit.range, unit.bytes.first ?? 0) }
///
/// Units are found one at a time, as the sequence is iterated. An array is not copied; bytes of any other type are copied once. The
/// sequence ends before the first unit or length field that is incomplete; `error` is then set.
///
/// - Complexity: O(n) in the number of units for the whole iteration.
public struct LengthPrefixed: Sequence, Sendable {
  /// The size of the length fields.
  public let lengthSize: NALLengthSize
  private let bytes: [UInt8]
  /// The index of the first byte in the collection given.
  private let start: Int

  /// Creates a sequence of the units of an array, a slice, `Data`, an `UnsafeRawBufferPointer` or another collection.
  /// - Parameter lengthSize: the size of the length fields; that of a record is its `lengthSize`.
  public init<Bytes: Collection>(_ bytes: Bytes, lengthSize: NALLengthSize = .four) where Bytes.Element == UInt8, Bytes.Index == Int {
    self.bytes = [UInt8](bytes)
    self.lengthSize = lengthSize
    start = bytes.startIndex
  }

  /// Creates a sequence of the units of a span; ranges count from its first byte.
  public init(_ bytes: RawSpan, lengthSize: NALLengthSize = .four) {
    self.bytes = [UInt8](bytes)
    self.lengthSize = lengthSize
    start = 0
  }

  /// Creates a sequence of the units of a span; ranges count from its first byte.
  public init(_ bytes: Span<UInt8>, lengthSize: NALLengthSize = .four) {
    self.init([UInt8](bytes), lengthSize: lengthSize)
  }

  /// Why the sequence ends before the end of the sample: a length field or a unit is truncated; nil if it does not.
  /// - Complexity: O(n) in the number of units.
  public var error: SyntaxError? {
    var parser = LengthPrefixedParser(lengthSize: lengthSize)
    var cursor = 0
    while parser.next(in: bytes, from: &cursor, to: bytes.count) != nil {}
    return parser.finish()?.error
  }

  /// Returns an iterator at the start of the sample.
  public func makeIterator() -> Iterator { Iterator(bytes: bytes, start: start, lengthSize: lengthSize) }

  /// Finds the units one after another.
  public struct Iterator: IteratorProtocol, Sendable {
    private let bytes: [UInt8]
    private let start: Int
    private var parser: LengthPrefixedParser
    private var cursor = 0

    init(bytes: [UInt8], start: Int, lengthSize: NALLengthSize) {
      self.bytes = bytes
      self.start = start
      parser = LengthPrefixedParser(lengthSize: lengthSize)
    }

    /// Returns the next unit; nil at the end of the sample, and before a truncated unit.
    public mutating func next() -> NALUnitBytes? {
      guard let unit = parser.next(in: bytes, from: &cursor, to: bytes.count) else { return nil }
      // The unit ends at the cursor, so its length is at most the number of bytes.
      let first = cursor - Int(clamping: unit.length)
      return NALUnitBytes(bytes: bytes[first..<cursor], range: start + first..<start + cursor, prefixLength: parser.lengthSize.rawValue)
    }
  }
}
