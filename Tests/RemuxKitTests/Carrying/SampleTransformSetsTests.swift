import BitstreamKit
import NALKit
import TestSupport
import Testing

@testable import RemuxKit

/// The units of a fixture with its parameter sets before the first picture alone.
private func withSetsOnce(_ name: String, _ codec: VideoCodec) throws -> [[UInt8]] {
  var known: Set<[UInt8]> = []
  return nalUnits(try Places.fixture(name), .annexB).filter { !codec.isParameterSet($0[0]) || known.insert($0).inserted }
}

private func stream(_ units: [[UInt8]]) -> [UInt8] { units.reduce(into: []) { $0 += [0, 0, 0, 1] + $1 } }

private func isPicture(_ unit: [UInt8], _ codec: VideoCodec) -> Bool { StreamSets(codec).isSlice(unit[0]) }

/// Each slice with the parameter sets in force there.
private func slices(_ bytes: [UInt8], _ codec: VideoCodec) -> [[[UInt8]]] {
  var sets = StreamSets(codec)
  return nalUnits(bytes, .annexB).compactMap { unit in
    sets.take(unit, 0..<unit.count)
    return isPicture(unit, codec) ? sets.units + [unit] : nil
  }
}

/// A part of a byte stream begins with the sets that its first picture needs, after an access unit delimiter; the rest stays as it is.
@Test(arguments: [("bframes.h264", VideoCodec.h264, false), ("bframes.h264", .h264, true), ("opengop.hevc", .hevc, false)])
func aCutByteStreamHasItsSets(_ source: (name: String, codec: VideoCodec, hasDelimiters: Bool)) throws {
  let delimiter: [UInt8] = [9, 0xF0]
  let units = try withSetsOnce(source.name, source.codec)
  let parts = source.hasDelimiters ? units.flatMap { isPicture($0, source.codec) ? [delimiter, $0] : [$0] } : units
  let bytes = stream(parts)
  let input = try MediaInput(MemorySource(bytes), name: "a", frameRate: ExactRatio(25, 1))
  let start = MediaTime(milliseconds: 700)
  let cut = try MediaComposition.cutting(input, tracks: [0], from: start, to: nil, onKeyPictures: true, for: .byteStream)
  let memory = MemoryOutput()
  _ = try Remuxer.carry(cut, to: .byteStream, memory.output())
  let found = nalUnits(memory.bytes, .annexB)
  let front = found.prefix { !isPicture($0, source.codec) }
  let sets = front.filter { source.codec.isParameterSet($0[0]) }
  #expect(sets.count == units.filter { source.codec.isParameterSet($0[0]) }.count)
  if source.hasDelimiters { #expect(front.first == delimiter) }
  // Leading pictures are left out.
  var rest = parts[...]
  for unit in found where !source.codec.isParameterSet(unit[0]) {
    let place = try #require(rest.firstIndex(of: unit))
    rest = rest[(place + 1)...]
  }
  let all = slices(bytes, source.codec)
  #expect(slices(memory.bytes, source.codec).allSatisfy { all.contains($0) })
  #expect(try CarryVerifier.difference(between: cut, and: MemorySource(memory.bytes), written: .byteStream) == nil)
  // A whole stream is copied as it is.
  let copy = MemoryOutput()
  _ = try Remuxer.carry(MemorySource(bytes), to: .byteStream, copy.output())
  #expect(copy.bytes == bytes)
}

/// Key pictures after a change of parameter sets have them where the sample entry does not: a reader can begin there.
@Test(arguments: [["bframes.h264", "interlaced.h264"], ["interlaced.h264", "bframes.h264", "bframes.h264"]], [true, false])
func keyPicturesHaveTheSetsInForce(_ sources: [String], isFragmented: Bool) throws {
  let bytes = stream(try sources.flatMap { try withSetsOnce($0, .h264) })
  var options = CarryOptions()
  if isFragmented { options.layout = .fragmented(MediaTime(milliseconds: 200)) } else { options.setsInSamples = true }
  let memory = MemoryOutput()
  _ = try Remuxer.carry(MemorySource(bytes), to: .mp4, memory.output(), options, frameRate: ExactRatio(25, 1))
  let difference = try CarryVerifier.difference(
    between: MemorySource(bytes), and: MemorySource(memory.bytes), written: .mp4, options, frameRate: ExactRatio(25, 1))
  #expect(difference == nil)
  // The sets of the sample entry precede each key picture here.
  let back = MemoryOutput()
  _ = try Remuxer.carry(MemorySource(memory.bytes), to: .byteStream, back.output())
  #expect(slices(back.bytes, .h264) == slices(bytes, .h264))
}

/// A sample that is converted in windows gets the same sets.
@Test func windowsHaveTheSameSets() throws {
  let bytes = stream(try ["bframes.h264", "interlaced.h264"].flatMap { try withSetsOnce($0, .h264) })
  let file = AnyByteSource(MemorySource(bytes))
  let (reader, tracks) = try samples(bytes, rate: ExactRatio(25, 1))
  var whole = try #require(SampleTransform(reader.tracks[0], to: .lengths))
  var windowed = whole
  windowed.maxHeld = 0
  var added = 0
  for sample in tracks[0] {
    var (one, other) = (file, file)
    try whole.convert(sample, &one)
    try windowed.convert(sample, &other)
    let memory = MemoryOutput()
    var pump = SamplePump(file, memory.output())
    try windowed.put(into: &pump)
    try pump.flush()
    #expect(memory.bytes == whole.output)
    added += windowed.large?.missing.count ?? 0
  }
  #expect(added > 0)
}
