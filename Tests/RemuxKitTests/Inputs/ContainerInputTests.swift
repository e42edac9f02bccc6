import BitstreamKit
import RemuxKit
import TestSupport
import Testing

/// Remuxing an opened input does not open it again. The numbers are the reads at offset 0: on opening, and then while remuxing with three
/// layouts. The latter are those of the map of `mdat`, made once; of the fragments, in each pass, and of the boxes between them, once; of the
/// tags, for the first samples and in each pass; and of the first sample of a stream.
@Test(
  arguments: zip(
    ["plain.mp4", "fragmented.mp4", "avc_aac.flv", "bframes.h264", "opengop.hevc", "tone.aac"],
    [[4, 1, 0, 0], [4, 5, 5, 7], [3, 2, 3, 3], [3, 1, 2, 2], [3, 1, 2, 2], [3, 0, 0, 0]]))
func anInputIsOpenedOnce(name: String, readsAtStart: [Int]) throws {
  let source = LoggedSource(try Places.fixture(name))
  let log = source.log
  let input = try MediaInput(source, name: name, frameRate: ExactRatio(25, 1))
  var found = [log.ranges.count { $0.lowerBound == 0 }]
  for layout in [CarryOptions.Layout.plain, .faststart, .fragmented(MediaTime(milliseconds: 500))] {
    log.removeAll()
    var options = CarryOptions()
    options.layout = layout
    let memory = MemoryOutput()
    let report = try Remuxer.carry(input, to: .mp4, memory.output(), options)
    found.append(log.ranges.count { $0.lowerBound == 0 })
    #expect(report.samples > 0)
    #expect(try CarryVerifier.difference(between: input, and: MemorySource(memory.bytes), written: .mp4, options) == nil)
  }
  #expect(found == readsAtStart)
}

/// A copy of a reader, and a reader that is opened again, return the same samples as the reader.
@Test(arguments: ["plain.mp4", "avc_aac.flv", "bframes.h264", "tone.aac"]) func copiesReadTheSameSamples(name: String) throws {
  let input = try MediaInput(MemorySource(try Places.fixture(name)), name: name, frameRate: ExactRatio(25, 1))
  var (first, all) = (input.reader, [] as [MediaSample])
  while let sample = try first.next() { all.append(sample) }
  #expect(all.count > 10)
  var (half, rest) = (input.reader, [] as [MediaSample])
  for _ in 0..<5 { _ = try half.next() }
  var copy = half
  while let sample = try copy.next() { rest.append(sample) }
  #expect(rest == Array(all[5...]))
  #expect(try half.next() == all[5])
  #expect(copy.findings == first.findings)
}
