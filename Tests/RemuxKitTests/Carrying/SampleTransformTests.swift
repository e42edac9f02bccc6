import BitstreamKit
import H264Kit
import MP4Kit
import RemuxKit
import TestSupport
import Testing

/// The first access units of a stream: parameter sets and the slices of each.
private func units(_ name: String) throws -> [[UInt8]] {
  let stream = try Places.fixture(name)
  var parser = AnnexBParser()
  var (found, cursor) = ([AnnexBUnit](), 0)
  while let unit = parser.next(in: stream, from: &cursor, to: stream.count) { found.append(unit) }
  return found.map { Array(stream[Int($0.offset)..<Int($0.offset + $0.length)]) }
}

/// A movie with one sample that has these units, and these sets in its record.
private func movie(_ record: [[UInt8]], _ sample: [[UInt8]], isKey: Bool) throws -> [UInt8] {
  let configuration = try AVCDecoderConfigurationRecord(parameterSetsOf: record)
  let track = try TrackBlueprint.video(
    entries: [try SampleEntryBuilding.avc(configuration, type: "avc3")], width: 160, height: 120, timescale: 25)
  var bytes: [UInt8] = []
  for unit in sample {
    bytes += [0, 0, UInt8(unit.count >> 8), UInt8(unit.count & 255)] + unit
  }
  var muxer = MovieMuxer(MovieBlueprint(), tracks: [track], layout: .plain)
  let front = try muxer.beginning()
  muxer.append(MovieMuxer.Entry(track: 0, duration: 1, size: UInt32(bytes.count), isSync: isKey))
  let header = MovieMuxer.mediaDataHeader(UInt64(bytes.count))
  return try front + header + bytes + muxer.end(mediaDataAt: UInt64(front.count + header.count)).bytes
}

/// The first access unit of a byte stream has every set it refers to: those of the record that the sample lacks are added.
@Test(arguments: [
  ("S", "SPS"), ("PS", "SPS"), ("SPS", "SPS"), ("pS", "SpS"), ("sS", "sPS"), ("ES", "SPES"), ("DS", "DSPS"), ("DPS", "DSPS"),
  ("EPS", "SEPS"),
])
func theFirstAccessUnitHasAllSets(sample: String, expected: String) throws {
  // Lower-case letters are the same sets with another last byte; capital S before the slice is the sequence parameter set.
  let all = try units("bframes.h264")
  let sps = try #require(all.first { $0[0] & 31 == 7 }), pps = try #require(all.first { $0[0] & 31 == 8 })
  let slice = try #require(all.first { $0[0] & 31 == 5 })
  let (delimiter, message): ([UInt8], [UInt8]) = ([9, 0x10], [6, 5, 1, 0, 0x80])
  func made(_ word: String) -> [[UInt8]] {
    word.enumerated().map { place, letter in
      switch letter {
      case "P": pps
      case "p": pps + [3]
      case "s": sps + [3]
      case "E": message
      case "D": delimiter
      default: place == word.count - 1 ? slice : sps
      }
    }
  }
  for isKey in [true, false] {
    let file = try movie([sps, pps], made(sample), isKey: isKey)
    let memory = MemoryOutput()
    _ = try Remuxer.carry(MemorySource(file), to: .byteStream, memory.output())
    #expect(nalUnits(memory.bytes, .annexB) == made(expected), "\(nalUnits(memory.bytes, .annexB).map { $0[0] & 31 })")
    #expect(try CarryVerifier.difference(between: MemorySource(file), and: MemorySource(memory.bytes), written: .byteStream) == nil)
  }
}
