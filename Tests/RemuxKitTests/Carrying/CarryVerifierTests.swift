import BitstreamKit
import RemuxKit
import TestSupport
import Testing

private func copy(_ bytes: [UInt8], _ target: Remuxer.Target) throws -> [UInt8] {
  let memory = MemoryOutput()
  _ = try Remuxer.carry(MemorySource(bytes), to: target, memory.output())
  return memory.bytes
}

private let ways: [(String, Remuxer.Target)] = [
  ("plain.mp4", .mp4), ("plain.mp4", .flv), ("plain.mp4", .byteStream), ("plain.mp4", .adts), ("avc_aac.flv", .mp4), ("bframes.h264", .mp4),
  ("opengop.hevc", .byteStream), ("tone.aac", .adts), ("fragmented.mp4", .mp4),
]

@Test(arguments: ways) func whatWasCarriedWellHasNoDifference(source: String, target: Remuxer.Target) throws {
  let bytes = try Places.fixture(source)
  let output = try copy(bytes, target)
  #expect(try CarryVerifier.difference(between: MemorySource(bytes), and: MemorySource(output), written: target) == nil)
}

/// A flipped bit in any sample is found.
@Test(arguments: ways) func everyChangedSampleIsFound(source: String, target: Remuxer.Target) throws {
  let bytes = try Places.fixture(source)
  let output = try copy(bytes, target)
  let reader = try samples(output)
  for track in reader.tracks {
    for sample in stride(from: 0, to: track.count, by: 7).map({ track[$0] }) where sample.size > 8 {
      var damaged = output
      damaged[Int(sample.offset + sample.size - 1)] ^= 1
      let found = try CarryVerifier.difference(between: MemorySource(bytes), and: MemorySource(damaged), written: target)
      #expect(found?.contains("differs") == true, "\(found ?? "nothing")")
    }
  }
}

/// A different time scale changes all times but the first; missing samples are found.
@Test func timesAndCountsAreCompared() throws {
  let bytes = try Places.fixture("plain.mp4")
  let output = try copy(bytes, .mp4)
  func place(_ type: String, after start: Int = 0) throws -> Int {
    let name = Array(type.utf8)
    return try #require((start..<output.count - 4).first { Array(output[$0..<$0 + 4]) == name })
  }
  func difference(_ change: (inout [UInt8]) -> Void) throws -> String? {
    var damaged = output
    change(&damaged)
    return try CarryVerifier.difference(between: MemorySource(bytes), and: MemorySource(damaged), written: .mp4)
  }
  let stts = try place("stts")
  #expect(try difference { $0[stts + 19] &+= 1 }?.contains("decoding time") == true)
  let ctts = try place("ctts")
  #expect(try difference { $0[ctts + 15] &+= 1 }?.contains("composition offset") == true)
  let stss = try place("stss")
  #expect(try difference { $0[stss + 15] &+= 1 }?.contains("key picture") == true)
  let fewer = try #require(try? copy(try Places.fixture("faststart.mp4"), .mp4))
  #expect(try CarryVerifier.difference(between: MemorySource(bytes), and: MemorySource(fewer), written: .mp4) == nil)
  let shorter = try MediaComposition.cutting(
    try mediaInput(bytes), tracks: [0, 1], from: nil, to: MediaTime(milliseconds: 500), onKeyPictures: false, for: .mp4)
  let part = try written(shorter, .mp4).bytes
  #expect(try CarryVerifier.difference(between: MemorySource(bytes), and: MemorySource(part), written: .mp4) != nil)
}

@Test func theEditListOfACompositionIsCompared() throws {
  let input = try mediaInput(try Places.fixture("plain.mp4"))
  let composition = try MediaComposition.cutting(
    input, tracks: [0], from: MediaTime(milliseconds: 200), to: MediaTime(milliseconds: 700), onKeyPictures: false, for: .mp4)
  var bytes = try written(composition, .mp4).bytes
  let name = Array("elst".utf8)
  let place = try #require((0..<bytes.count - 4).first { Array(bytes[$0..<$0 + 4]) == name })
  bytes[place + 15] &+= 1
  let found = try CarryVerifier.difference(between: composition, and: MemorySource(bytes), written: .mp4)
  #expect(found == "the edit list of track 0 differs")
}
