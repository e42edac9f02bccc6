import BitstreamKit
import RemuxKit
import Testing

@Test func joinedSourcesReadAsOne() throws {
  let parts: [[UInt8]] = [[0, 1, 2], [], [3], [4, 5, 6, 7], []]
  var joined = JoinedSource(parts.map { AnyByteSource(MemorySource($0)) })
  let all = parts.flatMap { $0 }
  #expect(joined.byteCount == 8)
  #expect(joined.starts == [0, 3, 3, 4, 8])
  var buffer: [UInt8] = [9]
  for start in 0...9 {
    for count in 0...10 {
      try joined.read(at: UInt64(start), count: count, into: &buffer)
      #expect(buffer == Array(all.dropFirst(start).prefix(count)), "\(count) from \(start)")
    }
  }
}

@Test func aByteKnowsItsSource() {
  let joined = JoinedSource([[1, 2], [], [3]].map { AnyByteSource(MemorySource($0)) })
  #expect(joined.place(of: 1).map { [UInt64($0.source), $0.offset] } == [0, 1])
  #expect(joined.place(of: 2).map { [UInt64($0.source), $0.offset] } == [2, 0])
  #expect(joined.place(of: 3) == nil)
  #expect(JoinedSource([]).place(of: 0) == nil)
}
