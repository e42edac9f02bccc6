import BitstreamKit
import RemuxKit

/// The length-prefixed NAL units of a range of a file.
struct PrefixedUnitWalk {
  struct Unit {
    /// The offset of the first byte after the length.
    var start: UInt64
    /// The end, within the sample.
    var end: UInt64
    /// The coded length.
    var length: UInt64
    /// The first byte; nil if the unit is empty.
    var first: UInt8?
  }

  private var window: ByteWindow<AnyByteSource>
  private var position: UInt64
  private let end: UInt64
  private let lengthSize: Int

  init(_ source: AnyByteSource, _ sample: MediaSample, _ lengthSize: Int) {
    self.init(source, sample.offset, size: sample.size, lengthSize)
  }

  init(_ source: AnyByteSource, _ offset: UInt64, size: UInt64, _ lengthSize: Int) {
    window = ByteWindow(source)
    position = min(offset, source.byteCount)
    end = position + min(size, source.byteCount - position)
    self.lengthSize = lengthSize
  }

  mutating func next() throws(ExplainError) -> Unit? {
    guard end - position >= UInt64(lengthSize) else { return nil }
    let loaded: (first: Int, count: Int)
    do { loaded = try window.load(position, lengthSize + 1) } catch { throw .media(.bytes(error)) }
    if loaded.count < lengthSize { return nil }
    let length = window.bytes.bigEndian(at: loaded.first, size: lengthSize)
    let start = position + UInt64(lengthSize)
    let there = min(length, end - start)
    position = start + there
    let first = there > 0 && loaded.count > lengthSize ? window.bytes[loaded.first + lengthSize] : nil
    return Unit(start: start, end: position, length: length, first: first)
  }
}
