import BitstreamKit

/// Whether the bytes at an offset are a sample of NAL units with length fields.
struct NALChain {
  private var window: ByteWindow<AnyByteSource>
  /// The first byte of the first NAL unit of the last sample that fits.
  private(set) var head: UInt8 = 0
  /// The number of NAL units looked at so far.
  private(set) var examined: UInt64 = 0
  /// The most NAL units of a sample to look at; the others are taken for granted.
  private static let maxUnits = 256

  init(_ source: AnyByteSource) { window = ByteWindow(source) }

  /// Whether NAL units fill a sample of `size` bytes at an offset. Each has at least one byte, whose first bit is 0.
  /// - Parameters:
  ///   - lengthSize: the size of a length field in bytes, 1 to 4.
  ///   - allowsEmpty: whether units may be empty, as some writers leave them.
  mutating func fits(
    _ offset: UInt64, _ size: UInt64, lengthSize: Int, allowsEmpty: Bool = false
  ) throws(ByteError) -> Bool {
    let (end, overflow) = offset.addingReportingOverflow(size)
    if overflow || end > window.source.byteCount { return false }
    var (place, count, first) = (offset, 0, 0 as UInt8)
    defer { examined += UInt64(count) + 1 }
    while place < end, count < Self.maxUnits {
      let loaded = try window.load(place, lengthSize + 1)
      if allowsEmpty, end - place == UInt64(lengthSize), loaded.count >= lengthSize,
        window.bytes.bigEndian(at: loaded.first, size: lengthSize) == 0
      {
        break
      }
      if loaded.count <= lengthSize || end - place <= UInt64(lengthSize) { return false }
      let length = window.bytes.bigEndian(at: loaded.first, size: lengthSize)
      if length == 0, allowsEmpty {
        (place, count) = (place + UInt64(lengthSize), count + 1)
        continue
      }
      if length == 0 || length > end - place - UInt64(lengthSize) || window.bytes[loaded.first + lengthSize] & 0x80 != 0 { return false }
      if count == 0 { first = window.bytes[loaded.first + lengthSize] }
      place += UInt64(lengthSize) + length
      count += 1
    }
    head = first
    return true
  }
}
