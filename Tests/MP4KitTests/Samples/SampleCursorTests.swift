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

  /// Of samples of one size, chunks and the way to a sample are arithmetic, however many there are.
  @Test(arguments: [4000, .max] as [UInt32]) func samplesOfOneSizeAreNotWalked(_ count: UInt32) throws {
    let table = "moov/trak[1]/mdia/minf/stbl"
    var edit = BoxEdit(try Places.fixture("plain.mp4"))
    for (type, numbers) in [
      ("stts", [0, 1, count, 7]), ("stsc", [0, 1, 1, count, 1]), ("stsz", [0, 4, count]), ("stco", [0, 1, 48]),
    ] as [(String, [UInt32])] {
      edit = try BoxEdit(edit.replacing("\(table)/\(type)", with: makeBox(type, numbers.flatMap { Array(bigEndian: UInt64($0), size: 4) })))
    }
    var source = AnyByteSource(MemorySource(edit.bytes))
    let samples = try #require(try Movie(source).tracks[1].table)
    let uniform = try samples.uniformSamples(&source)
    // More than four times the file is not believed.
    #expect(uniform?.count == (count == .max ? nil : 4000) && uniform?.duration == (count == .max ? nil : 7))
    var cursor = SampleCursor(samples)
    try cursor.seek(to: Int(count) - 1, &source)
    let last = try #require(try cursor.next(&source))
    #expect(last.offset == 48 + 4 * UInt64(count - 1) && last.decodeTime == 7 * Int64(count - 1) && last.index == Int(count) - 1)
    #expect(try cursor.next(&source) == nil)
    // Those of other tracks differ.
    let pictures = try #require(try Movie(source).tracks[0].table)
    #expect(try pictures.uniformSamples(&source) == nil)
  }
}
