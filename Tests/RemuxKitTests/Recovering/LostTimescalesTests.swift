import BitstreamKit
import RemuxKit
import TestSupport
import Testing

/// A movie whose boxes with a type have zeros in some bytes of their payload.
func zeroed(_ bytes: [UInt8], _ type: String, _ range: Range<Int>, ofTracks tracks: [Int]) -> [UInt8] {
  var (copy, track) = (bytes, 0)
  for place in bytes.indices where bytes[place...].starts(with: type.utf8) {
    if tracks.contains(track) { for index in range { copy[place + 4 + index] = 0 } }
    track += 1
  }
  return copy
}

/// A time scale of 0 is that in which a picture, or an AAC frame, takes the time that its parameter sets state. Fragments have it as well.
@Test(arguments: ["plain.mp4", "faststart.mp4", "fragmented.mp4"], [[0], [1], [0, 1]])
func lostTimeScalesAreFound(_ name: String, _ tracks: [Int]) throws {
  let whole = try Places.fixture(name)
  let bytes = zeroed(whole, "mdhd", 12..<16, ofTracks: tracks)
  let composition = try Recovery.media(in: MemorySource(bytes), name: "a file", for: .mp4)
  let result = try written(composition, .mp4)
  #expect(result.difference == nil, "\(result.difference ?? "")")
  #expect(try sampleSizes(result.bytes) == sampleSizes(whole))
  let (before, after) = (try samples(whole), try samples(result.bytes))
  #expect(after.reader.tracks.map(\.timescale) == before.reader.tracks.map(\.timescale))
  #expect(after.tracks.map { $0.map(\.decodeTime) } == before.tracks.map { $0.map(\.decodeTime) })
  for track in tracks {
    let start = "the time scale of track \(track) is 0: it is"
    #expect(composition.notes.contains { $0.hasPrefix(start) }, "\(composition.notes)")
  }
}

/// The rate that a caller states counts more than that of the parameter sets.
@Test func timeScalesFollowTheStatedRate() throws {
  let whole = try Places.fixture("plain.mp4")
  let composition = try Recovery.media(
    in: MemorySource(zeroed(whole, "mdhd", 12..<16, ofTracks: [0])), name: "a file", frameRate: ExactRatio(50, 1), for: .mp4)
  let (before, after) = (try samples(whole).reader.tracks[0], try samples(written(composition, .mp4).bytes).reader.tracks[0])
  #expect(after.timescale == before.timescale.map { $0 * 2 })
}
