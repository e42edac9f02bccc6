import BitstreamKit
import TestSupport
import Testing

@testable import MP4Kit

@Suite struct SampleTimesTests {
  /// The times are those of the samples.
  @Test(arguments: ["plain.mp4", "faststart.mp4", "hvc1.mp4"]) func timesAreThoseOfTheSamples(name: String) throws {
    var source = AnyByteSource(MemorySource(try Places.fixture(name)))
    var reordered = 0
    for track in try Movie(source).tracks {
      let table = try #require(track.table)
      var (times, samples) = (try #require(SampleTimes(table, source)), SampleCursor(table))
      while let sample = try samples.next(&source) {
        let item = try #require(try times.next())
        #expect((item.decodeTime, item.compositionTime, item.duration) == (sample.decodeTime, sample.compositionTime, sample.duration))
        if item.compositionOffset != 0 { reordered += 1 }
      }
      #expect(try times.next() == nil && samples.index == table.sampleCount)
    }
    #expect(reordered > 0)
  }

  /// A count that no table bounds is not believed.
  @Test func samplesWithoutBytesAreNotCounted() throws {
    let source = AnyByteSource(MemorySource(try Places.fixture("plain.mp4")))
    var table = try #require(try Movie(source).tracks.first?.table)
    (table.sizes, table.sampleCount) = (.constant(1), Int(source.byteCount))
    #expect(SampleTimes(table, source) != nil)
    table.sampleCount += 1
    #expect(SampleTimes(table, source) == nil)
    (table.sampleCount, table.durations) = (1, nil)
    #expect(SampleTimes(table, source) == nil)
  }
}
