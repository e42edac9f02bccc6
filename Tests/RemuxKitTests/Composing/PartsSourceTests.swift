import BitstreamKit
import TestSupport
import Testing

@testable import RemuxKit

/// Parts of a source in other places.
@Suite struct PartsSourceTests {
  @Test func readsAcrossParts() throws {
    let bytes = (0..<100).map { UInt8($0) }
    let parts: [PartsSource.Part] = [
      .range(0..<10), .bytes([200, 201, 202]), .range(20..<60), .zeros(5), .range(60..<61), .range(61..<100),
    ]
    let whole = Array(bytes[0..<10]) + [200, 201, 202] + bytes[20..<60] + [0, 0, 0, 0, 0] + bytes[60...]
    let source = PartsSource(AnyByteSource(MemorySource(bytes)), parts)
    #expect(source.byteCount == UInt64(whole.count))
    var buffer: [UInt8] = [1, 2, 3]
    for start in 0...whole.count {
      for count in [0, 1, 5, 12, 40, 200] {
        try source.read(at: UInt64(start), count: count, into: &buffer)
        #expect(buffer == Array(whole[start...].prefix(count)), "\(count) bytes at \(start)")
      }
    }
  }
}
