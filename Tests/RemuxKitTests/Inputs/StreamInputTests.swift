import BitstreamKit
import RemuxKit
import TestSupport
import Testing

/// A stream of enhancement layers alone has no samples, and says why.
@Test func aStreamWithoutItsBaseLayerSaysSo() throws {
  var bytes = try Places.fixture("opengop.hevc")
  #expect(try samples(bytes).reader.findings.isEmpty)
  // nuh_layer_id 1 in the headers of all slices.
  for place in 0..<bytes.count - 5
  where bytes[place] == 0 && bytes[place + 1] == 0 && bytes[place + 2] == 1 && bytes[place + 3] >> 1 & 63 < 32 {
    bytes[place + 4] |= 8
  }
  let found = try samples(bytes)
  #expect(found.tracks.allSatisfy { $0.isEmpty })
  #expect(found.reader.findings.contains { $0.contains("no picture of the base layer") }, "\(found.reader.findings)")
}
