import BitstreamKit

/// Parts of a source, bytes and zeros, one after the other.
struct PartsSource: ByteSource {
  enum Part: Equatable {
    /// Bytes of the source.
    case range(Range<UInt64>)
    case bytes([UInt8])
    /// A number of zeros.
    case zeros(UInt64)

    var byteCount: UInt64 {
      switch self {
      case .range(let range): range.upperBound - range.lowerBound
      case .bytes(let bytes): UInt64(bytes.count)
      case .zeros(let count): count
      }
    }
  }

  private let source: AnyByteSource
  private let parts: [Part]
  /// The offset of each part, and the end of the last one.
  private let starts: [UInt64]

  init(_ source: AnyByteSource, _ parts: [Part]) {
    (self.source, self.parts) = (source, parts)
    var starts: [UInt64] = [0]
    for part in parts { starts.append(starts[starts.count - 1] + part.byteCount) }
    self.starts = starts
  }

  var byteCount: UInt64 { starts[starts.count - 1] }

  func read(at offset: UInt64, count: Int, into buffer: inout [UInt8]) throws(ByteError) {
    buffer.removeAll(keepingCapacity: true)
    // The part that holds the offset.
    var low = starts.partitionPoint { $0 <= offset } - 1
    var (place, rest): (UInt64, [UInt8]) = (offset, [])
    while low < parts.count, buffer.count < count {
      let first = place - starts[low]
      let wanted = Int(clamping: min(UInt64(count - buffer.count), parts[low].byteCount - first))
      switch parts[low] {
      case .range(let range):
        let from = range.lowerBound + first
        if buffer.isEmpty, wanted == count { return try source.read(at: from, count: wanted, into: &buffer) }
        try source.read(at: from, count: wanted, into: &rest)
        buffer.append(contentsOf: rest)
        if rest.count < wanted { return }
      case .bytes(let bytes): buffer.append(contentsOf: bytes[Int(first)..<Int(first) + wanted])
      case .zeros: buffer.append(contentsOf: repeatElement(0, count: wanted))
      }
      place = starts[low + 1]
      low += 1
    }
  }
}
