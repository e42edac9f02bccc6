import BitstreamKit
import MP4Kit
import TestSupport
import Testing

/// The fragments of a fixture, each as a file.
private func segments() throws -> [[UInt8]] {
  let bytes = try Places.fixture("fragmented.mp4")
  var walker = BoxWalker(MemorySource(bytes))
  var found: [[UInt8]] = []
  while let place = try walker.next() {
    walker.leave(place)
    let box = Array(bytes[Int(place.offset)..<Int(place.end)])
    if place.header.type == "moof" { found.append(box) }
    if place.header.type == "mdat", !found.isEmpty { found[found.count - 1] += box }
  }
  return found
}

@Test func segmentsAreOrderedByTime() throws {
  let parts = try segments()
  try #require(parts.count > 2)
  func order(_ parts: [[UInt8]]) throws -> [Int]? { try SegmentOrder.byTime(parts.map { MemorySource($0) }) }
  #expect(try order(parts) == nil && order([]) == nil && order([parts[1]]) == nil)
  #expect(try order(parts.reversed()) == Array(parts.indices.reversed()))
  #expect(try order([parts[0], parts[2], parts[1]]) == [0, 2, 1])
  // A file that is no segment.
  #expect(try order([parts[1], [0, 0, 0, 8] + Array("free".utf8), parts[0]]) == nil)
  for count in stride(from: 0, to: parts[0].count, by: 7) { _ = try order([parts[1], Array(parts[0].prefix(count))]) }
}
