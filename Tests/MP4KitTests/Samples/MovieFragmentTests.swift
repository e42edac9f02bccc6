import BitstreamKit
import MP4Kit
import TestSupport
import Testing

@Suite struct MovieFragmentTests {
  /// A presentation time beyond 64 bits ends the run with a finding; the decoding times before it fit.
  @Test func timesBeyond64BitsAreFound() throws {
    let good = try Places.fixture("fragmented.mp4")
    let edited = try BoxEdit(good).changing(TrackFragmentBaseMediaDecodeTimeBox.self, "moof[0]/traf/tfdt") {
      $0.baseMediaDecodeTime = UInt64(Int64.max) - 1000
    }
    #expect(edited.count == good.count)
    var samples = try Movie(MemorySource(edited)).samples()
    while let item = try samples.next() {
      #expect(!item.sample.decodeTime.addingReportingOverflow(item.sample.compositionOffset).overflow)
    }
    #expect(samples.findings.contains { $0.description.contains("time or file offset overflows 64 bits") }, "\(samples.findings)")
  }
}
