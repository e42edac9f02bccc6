import BitstreamKit
import MP4Kit
import TestSupport
import Testing

private func box(_ type: String, _ count: Int) -> [UInt8] {
  [0, 0, UInt8((count + 8) >> 8), UInt8((count + 8) & 255)] + Array(type.utf8) + [UInt8](repeating: 1, count: count)
}

@Test func mediaDataIsFoundInAnyOrder() throws {
  let bytes = box("free", 4) + box("mdat", 10) + box("mdat", 0) + box("skip", 20) + box("imda", 300) + box("mdat", 5).dropLast(2)
  let held = [20..<30, 74..<374, 382..<385]
  for isBackwards in [false, true] {
    var map = MediaDataMap(AnyByteSource(MemorySource(bytes)))
    let places = isBackwards ? Array((0..<bytes.count + 10).reversed()) : Array(0..<bytes.count + 10)
    for place in places {
      for size in [1, 2, 10, 11, 300] {
        let expected = held.contains { $0.contains(place) && place + size <= $0.upperBound }
        #expect(try map.holds(UInt64(place), UInt64(size)) == expected, "\(size) bytes at \(place)")
      }
    }
    #expect(try !map.holds(.max, 1) && !map.holds(20, .max))
  }
}
