import BitstreamKit
import RemuxKit
import TestSupport
import Testing

/// Composition times that contradict the order counts are made from these, at the decoding times that the tables state.
/// What the edit list shows stays the same, with sound beside it.
@Test(arguments: ["no ctts", "equal offsets", "other offsets"]) func contradictedCompositionTimesAreMadeAnew(_ damage: String) throws {
  let whole = try Places.fixture("plain.mp4")
  var bytes = whole
  let place = try #require(whole.indices.first { whole[$0...].starts(with: "ctts".utf8) })
  switch damage {
  case "no ctts": bytes[place] = UInt8(ascii: "x")
  case "equal offsets": bytes = zeroed(bytes, "ctts", 8..<Int(bytes[place - 1]) - 8, ofTracks: [0])
  // The offset of the second run becomes that of the first.
  default: bytes.replaceSubrange(place + 24..<place + 28, with: bytes[place + 16..<place + 20])
  }
  let composition = try Recovery.media(in: MemorySource(bytes), name: "a file", for: .mp4)
  let result = try written(composition, .mp4)
  #expect(result.difference == nil, "\(result.difference ?? "")")
  let (before, after) = (try samples(whole).tracks, try samples(result.bytes).tracks)
  #expect(before.map { $0.map(\.size) } == after.map { $0.map(\.size) })
  #expect(before.map { $0.map(\.decodeTime) } == after.map { $0.map(\.decodeTime) })
  #expect(try shownTimes(whole).times == shownTimes(result.bytes).times)
  // The order is that of the whole file.
  func order(_ samples: [MediaSample]) -> [Int] {
    samples.indices.sorted { samples[$0].presentationTime < samples[$1].presentationTime }
  }
  #expect(order(before[0]) == order(after[0]))
  #expect(composition.notes.contains { $0.contains("contradict the order of its pictures") }, "\(composition.notes)")
  #expect(!composition.notes.contains { $0.contains("constant frame rate") }, "\(composition.notes)")
}

/// Whole files, and those of the corpus, agree with their order counts: they stay as they are.
@Test(arguments: ["plain.mp4", "faststart.mp4", "hvc1.mp4"]) func timesThatAgreeStay(_ name: String) throws {
  let composition = try Recovery.media(in: MemorySource(try Places.fixture(name)), name: name, for: .mp4)
  #expect(!composition.notes.contains { $0.contains("contradict") }, "\(composition.notes)")
}
