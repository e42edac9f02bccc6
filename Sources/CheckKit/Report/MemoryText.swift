import BitstreamKit
import MP4Kit
import ProbeKit
import RemuxKit

/// A part of a report that is written to memory first, to keep it small.
final class MemoryText {
  /// The bytes that are kept; a longer text becomes null.
  private static let limit = 64 << 10
  private(set) var bytes: [UInt8] = []
  private(set) var isCut = false

  /// The number of bytes; the limit and one more for a longer text.
  var count: Int { isCut ? Self.limit + 1 : bytes.count }

  /// A sink that appends. Messages are dropped: the report has findings of its own.
  var sink: ProbeSink {
    ProbeSink(
      write: { (part) throws(ByteError) in
        if self.bytes.count + part.count > Self.limit { self.isCut = true } else { unsafe self.bytes.append(contentsOf: part) }
      }, report: { _ in })
  }

  /// Writes the text, or null for a text that is too long or empty.
  func write(_ output: inout OutputBuffer) {
    if isCut || bytes.isEmpty { return output.text("null") }
    for byte in bytes where byte != 0x0A { output.byte(byte) }
  }
}
