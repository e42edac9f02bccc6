import BitstreamKit
import CheckKit
import ProbeKit
import RemuxKit
import TestSupport
import Testing

@Suite struct FragmentTimeGapTests {
  /// The first fragment ends beyond the largest time, so that the distance to the second is none that an Int64 holds.
  @Test func timesAtTheEndOfTheRangeAreNoTrap() throws {
    var bytes = try Places.fixture("fragmented.mp4")
    let pattern = Array("tfdt".utf8)
    let found = try #require(bytes.indices.first { Array(bytes[$0...].prefix(4)) == pattern })
    bytes.replaceSubrange(found + 8..<found + 16, with: [0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x00])
    let result = Check(ProbeInput(AnyByteSource(MemorySource(bytes)), name: "far.mp4")).run()
    #expect(result.findings.contains { $0.page.id.description == "mp4.fragment-time-gap" })
  }
}
