import BitstreamKit
import TestSupport
import Testing

@testable import MP4Kit

@Suite struct SampleCursorTests {
  /// The chunks hold the samples, in order and without gaps.
  @Test(arguments: ["plain.mp4", "faststart.mp4", "hvc1.mp4"]) func chunksHoldTheSamples(name: String) throws {
    var source = AnyByteSource(MemorySource(try Places.fixture(name)))
    let movie = try Movie(source)
    for track in movie.tracks {
      let table = try #require(track.table)
      var (chunks, samples) = (SampleCursor(table), SampleCursor(table))
      var count = 0
      while let chunk = try chunks.nextChunk(&source) {
        count += 1
        var end = chunk.offset
        while end < chunk.offset + chunk.size {
          let sample = try #require(try samples.next(&source))
          #expect(sample.offset == end)
          end = sample.offset + UInt64(sample.size)
        }
        #expect(end == chunk.offset + chunk.size && chunks.index == samples.index)
      }
      #expect(try samples.next(&source) == nil)
      #expect(chunks.finding == nil && count == table.chunkCount && count > 0)
    }
  }

  /// A chunk that was begun sample by sample is given to its end.
  @Test func theRestOfAChunkIsGiven() throws {
    var source = AnyByteSource(MemorySource(try Places.fixture("hvc1.mp4")))
    let table = try #require(try Movie(source).tracks.first?.table)
    var (whole, begun) = (SampleCursor(table), SampleCursor(table))
    let chunk = try #require(try whole.nextChunk(&source))
    let first = try #require(try begun.next(&source))
    let rest = try #require(try begun.nextChunk(&source))
    #expect(rest.offset == first.offset + UInt64(first.size))
    #expect(rest.offset + rest.size == chunk.offset + chunk.size && begun.index == whole.index)
  }
}
