import BitstreamKit

/// The NAL units of a byte stream in memory, in stream order (ITU-T H.264 Annex B, H.265 Annex B).
///
///     for unit in AnnexB(bytes) { print(unit.range, unit.bytes.first ?? 0) }
///
/// Units are found one at a time, as the sequence is iterated. An array is not copied; bytes of any other type are copied once. The last
/// unit extends to the end of the bytes, so a stream that arrives in pieces needs `AnnexBUnitCollector`.
///
/// - Complexity: O(n) in the number of bytes for the whole iteration.
public struct AnnexB: Sequence, Sendable {
  private let bytes: [UInt8]
  /// The index of the first byte in the collection given.
  private let start: Int

  /// Creates a sequence of the units of an array, a slice, `Data`, an `UnsafeRawBufferPointer` or another collection.
  public init<Bytes: Collection>(_ bytes: Bytes) where Bytes.Element == UInt8, Bytes.Index == Int {
    self.bytes = [UInt8](bytes)
    start = bytes.startIndex
  }

  /// Creates a sequence of the units of a span; ranges count from its first byte.
  public init(_ bytes: RawSpan) {
    self.bytes = [UInt8](bytes)
    start = 0
  }

  /// Creates a sequence of the units of a span; ranges count from its first byte.
  public init(_ bytes: Span<UInt8>) { self.init([UInt8](bytes)) }

  /// The number of bytes before the first start code, other than zeros directly before it: 0 in a valid stream. All of them, if there is
  /// no start code.
  public var leadingGarbage: Int {
    var parser = AnnexBParser()
    var cursor = 0
    _ = parser.next(in: bytes, from: &cursor, to: bytes.count)
    let isStream = parser.isOpen || parser.unitCount > 0
    return isStream ? Int(clamping: parser.leadingGarbage) : bytes.count
  }

  /// Returns an iterator at the start of the stream.
  public func makeIterator() -> Iterator { Iterator(bytes: bytes, start: start) }

  /// Finds the units one after another.
  public struct Iterator: IteratorProtocol, Sendable {
    private let bytes: [UInt8]
    private let start: Int
    private var parser = AnnexBParser()
    private var cursor = 0

    init(bytes: [UInt8], start: Int) {
      self.bytes = bytes
      self.start = start
    }

    /// Returns the next unit; nil at the end of the stream.
    public mutating func next() -> NALUnitBytes? {
      guard let unit = parser.next(in: bytes, from: &cursor, to: bytes.count) ?? parser.finish() else { return nil }
      let first = Int(clamping: unit.offset)
      let end = first + Int(clamping: unit.length)
      return NALUnitBytes(bytes: bytes[first..<end], range: start + first..<start + end, prefixLength: unit.startCodeLength)
    }
  }
}

extension Array where Element == UInt8 {
  /// Copies the bytes of a span.
  init(_ span: RawSpan) { self = unsafe span.withUnsafeBytes { unsafe [UInt8]($0) } }

  /// Copies a span.
  init(_ span: Span<UInt8>) { self = unsafe span.withUnsafeBufferPointer { unsafe [UInt8]($0) } }
}
