import BitstreamKit
import MP4Kit
import RemuxKit
import TestSupport
import Testing

/// The top-level boxes of a file, without those of some types.
private func without(_ types: [String], _ bytes: [UInt8]) throws -> [UInt8] {
  var walker = BoxWalker(MemorySource(bytes))
  var kept: [UInt8] = []
  while let place = try walker.next() {
    walker.leave(place)
    if !types.contains(place.header.type.description) { kept += bytes[Int(place.offset)..<Int(place.end)] }
  }
  return kept
}

@Test(arguments: [
  ("plain.mp4", ["moov"], "there is no moov, which lists the samples", true), ("fragmented.mp4", ["moov"], "initialization segment", false),
])
func aMovieWithoutItsIndexSaysSo(name: String, types: [String], words: String, isFault: Bool) throws {
  let broken = try without(types, Places.fixture(name))
  let error = #expect(throws: MediaError.self) { try Remuxer.carry(MemorySource(broken), to: .mp4, MemoryOutput().output()) }
  #expect(error?.description.contains(words) == true, "\(String(describing: error))")
  #expect(throws: MediaError.self) { try mediaInput(broken) }
  #expect(try MediaReader(MemorySource(broken)).findings.contains { $0.contains(words) } == isFault)
}

/// A truncated `moov`, at every length.
@Test func aMovieThatEndsInItsIndexSaysSo() throws {
  let whole = try Places.fixture("plain.mp4")
  let start = Int(try #require(try Movie(MemorySource(whole)).moovOffset))
  for length in [start + 8, start + 20, start + 100] {
    let why = try MediaReader(MemorySource(Array(whole[..<length]))).whyNoTracks
    #expect(why?.contains("ends inside the moov") == true && why?.contains("recover") == true, "\(length): \(why ?? "")")
  }
  #expect(try MediaReader(MemorySource(whole)).whyNoTracks == nil)
}

/// Image files have no `moov` and are complete without one.
@Test func aFileOfItemsIsWhole() throws {
  let bytes: [UInt8] =
    [0, 0, 0, 16] + Array("ftypmif1".utf8) + [0, 0, 0, 0] + [0, 0, 0, 12] + Array("meta".utf8) + [0, 0, 0, 0] + [0, 0, 0, 8]
    + Array("mdat".utf8)
  let reader = try MediaReader(MemorySource(bytes))
  #expect(reader.whyNoTracks?.contains("items") == true && !reader.findings.contains { $0.contains("no moov") }, "\(reader.findings)")
}
