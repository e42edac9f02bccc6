import BitstreamKit

/// An output in memory.
final class MemoryFile {
  private(set) var bytes: [UInt8] = []
  /// As on a disk: what goes beyond is an error.
  private let capacity: Int

  init(capacity: Int = 1 << 24) { self.capacity = capacity }

  /// An output that appends, and replaces and reads where that is asked for.
  func output(canReplace: Bool, canRead: Bool = false) -> MediaOutput {
    MediaOutput(
      append: { (part, range) throws(ByteError) in
        if range.count > self.capacity - self.bytes.count { throw ByteError("no space left on device", code: 28) }
        self.bytes += part[range]
      },
      replace: !canReplace
        ? nil
        : { (offset, part) throws(ByteError) in
          guard let start = Int(exactly: offset), start <= self.bytes.count else { throw ByteError("a write beyond the end") }
          if part.count > self.capacity - start { throw ByteError("no space left on device", code: 28) }
          self.bytes.replaceSubrange(start..<min(self.bytes.count, start + part.count), with: part)
        },
      read: !canRead
        ? nil
        : { (offset, count, buffer) throws(ByteError) in
          let source = MemorySource(self.bytes)
          try source.read(at: offset, count: count, into: &buffer)
        })
  }
}
