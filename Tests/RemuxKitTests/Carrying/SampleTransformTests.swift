import BitstreamKit
import H264Kit
import MP4Kit
import TestSupport
import Testing

@testable import RemuxKit
import NALKit

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

/// A sample that is converted in windows has the bytes of one that is converted in memory.
@Test(arguments: ["bframes.h264", "interlaced.h264", "opengop.hevc", "plain.mp4", "hvc1.mp4", "avc_aac.flv"], [false, true])
func windowsGiveTheSameBytes(source: String, startsWithDelta: Bool) throws {
  let bytes = try Places.fixture(source)
  let file = AnyByteSource(MemorySource(bytes))
  let (reader, tracks) = try samples(bytes, rate: ExactRatio(25, 1))
  let target: SampleTransform.Target = source.hasSuffix("h264") || source.hasSuffix("hevc") ? .lengths : .startCodes
  var whole = try #require(SampleTransform(reader.tracks[0], to: target))
  var windowed = whole
  windowed.maxHeld = 0
  for sample in tracks[0].dropFirst(startsWithDelta ? 1 : 0) {
    var (one, other) = (file, file)
    try whole.convert(sample, &one)
    try windowed.convert(sample, &other)
    #expect(whole.byteCount == windowed.byteCount && windowed.output.isEmpty && windowed.large != nil)
    let memory = MemoryOutput()
    var pump = SamplePump(file, memory.output())
    try windowed.put(into: &pump)
    try pump.flush()
    #expect(memory.bytes == whole.output)
    #expect(whole.looseDescriptions == windowed.looseDescriptions)
  }
}

/// Samples of 20 MiB are converted both ways, and nothing larger than a window is read or written at once.
@Test func largeSamplesAreConvertedInWindows() throws {
  final class Largest {
    var written = 0
  }
  let all = try units("bframes.h264")
  let sets = all.filter { [7, 8].contains($0[0] & 31) }
  let slice = try #require(all.first { $0[0] & 31 == 5 })
  let picture = slice + [UInt8](repeating: 0x55, count: 20 << 20) + [0x80]
  let parts = Array(sets.prefix(2)) + [picture, slice]
  let stream: [UInt8] = parts.reduce(into: []) { $0 += [0, 0, 0, 1] + $1 }
  func carried(_ bytes: [UInt8], to target: Remuxer.Target, _ layout: CarryOptions.Layout = .plain) throws -> [UInt8] {
    let (memory, largest) = (MemoryOutput(), Largest())
    let plain = memory.output()
    let output = MediaOutput(
      append: { (part, range) throws(ByteError) in
        largest.written = max(largest.written, range.count)
        try plain.append(part, range)
      }, replace: plain.replace)
    var options = CarryOptions()
    options.layout = layout
    let source = LoggedSource(bytes)
    _ = try Remuxer.carry(source, to: target, output, options, frameRate: ExactRatio(25, 1))
    let read = source.log.maxByteCount
    #expect(read <= 1 << 20 && largest.written <= 1 << 20, "\(read) bytes read, \(largest.written) written at once")
    let written = MemorySource(memory.bytes)
    let difference = try CarryVerifier.difference(
      between: source, and: written, written: target, options, frameRate: ExactRatio(25, 1))
    #expect(difference == nil)
    return memory.bytes
  }
  let movie = try carried(stream, to: .mp4)
  #expect(try samples(movie).tracks[0].map(\.size) == [UInt64(picture.count + 4), UInt64(slice.count + 4)])
  // Each key picture has the sets before it. Sets have start codes of four bytes, the slices after them of three.
  let (long, short): ([UInt8], [UInt8]) = ([0, 0, 0, 1], [0, 0, 1])
  let front = long + parts[0] + long + parts[1] + short
  let isSame = try carried(movie, to: .byteStream) == front + picture + front + slice
  #expect(isSame)
  let fragments = try carried(stream, to: .mp4, .fragmented(MediaTime(milliseconds: 1000)))
  #expect(try samples(fragments).tracks[0].map(\.size) == [UInt64(picture.count + 4), UInt64(slice.count + 4)])
}
