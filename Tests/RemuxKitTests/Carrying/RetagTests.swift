import BitstreamKit
import RemuxKit
import TestSupport
import Testing

/// An H.265 movie made by this toolkit, with parameter sets in the record only.
private func movie(_ source: String) throws -> [UInt8] {
  let memory = MemoryOutput()
  _ = try Remuxer.carry(MemorySource(try Places.fixture(source)), to: .mp4, memory.output())
  return memory.bytes
}

private func patched(_ bytes: [UInt8], _ patches: [BytePatch]) -> [UInt8] {
  var bytes = bytes
  for patch in patches {
    let range = Int(patch.offset)..<Int(patch.offset) + patch.old.count
    #expect(Array(bytes[range]) == patch.old)
    bytes.replaceSubrange(range, with: patch.new)
  }
  return bytes
}

private func fourCC(_ text: String) -> FourCC { FourCC(rawValue: text.utf8.reduce(0) { $0 << 8 | UInt32($1) }) }

private func codecs(_ bytes: [UInt8]) throws -> [FourCC] {
  try MediaReader(MemorySource(bytes)).movie?.tracks.flatMap { $0.descriptions.map(\.codec) } ?? []
}

@Test(arguments: [("opengop.hevc", "hvc1", "hev1"), ("hvc1.mp4", "hvc1", "hev1"), ("bframes.h264", "avc1", "avc3")])
func fourCharactersChangeAndNothingElse(source: String, one: String, other: String) throws {
  let (bytes, name, asked) = (try movie(source), fourCC(one), fourCC(other))
  #expect(try codecs(bytes) == [name])
  let retag = try Retag(try mediaInput(bytes), to: asked)
  #expect(retag.patches.count == 1 && retag.patches[0].new.count == 4)
  let after = patched(bytes, retag.patches)
  #expect(try codecs(after) == [asked])
  #expect(zip(bytes, after).count { $0 != $1 } <= 4)
  let back = try Retag(try mediaInput(after), to: name)
  #expect(patched(after, back.patches) == bytes)
  let same = try Retag(try mediaInput(bytes), to: name)
  #expect(same.patches.isEmpty && same.notes == ["the sample entries are \(one) already"])
  // The written copy is the same.
  let memory = MemoryOutput()
  _ = try Retag.copy(MemorySource(bytes), retag.patches, memory.output())
  #expect(memory.bytes == after)
}

/// The arrays of an hvc1 entry are complete.
@Test func completenessFollowsTheName() throws {
  var bytes = try movie("opengop.hevc")
  let place = try #require((0..<bytes.count - 4).first { Array(bytes[$0..<$0 + 4]) == Array("hvcC".utf8) }) + 4
  try #require(bytes[place + 23] == 0x80 | 32)
  bytes[place + 23] &= 0x7F
  let retag = try Retag(try mediaInput(bytes), to: "hvc1")
  #expect(retag.patches == [BytePatch(offset: UInt64(place + 23), old: [32], new: [0xA0])])
}

@Test func aRecordWithoutSetsIsNoHvc1() throws {
  var bytes = try movie("opengop.hevc")
  let place = try #require((0..<bytes.count - 4).first { Array(bytes[$0..<$0 + 4]) == Array("hvcC".utf8) }) + 4
  // Give the array of picture parameter sets an unknown NAL unit type.
  var array = place + 23
  for _ in 0..<2 {
    let length = Int(bytes[array + 3]) << 8 | Int(bytes[array + 4])
    array += 5 + length
  }
  try #require(bytes[array] & 63 == 34)
  bytes[array] = bytes[array] & 0xC0 | 41
  let asHev1 = patched(bytes, try Retag(try mediaInput(bytes), to: "hev1").patches)
  #expect(
    throws: MediaError.unsupported(
      "track 0 has no picture parameter set in its configuration record: it could not be decoded as hvc1")
  ) { try Retag(try mediaInput(asHev1), to: "hvc1") }
  #expect(throws: MediaError.unsupported("there is no sample entry avc1 or avc3")) { try Retag(try mediaInput(bytes), to: "avc1") }
  #expect(throws: MediaError.unsupported("only the MP4 family has sample entries")) {
    try Retag(try mediaInput(try Places.fixture("avc_aac.flv")), to: "avc1")
  }
}

/// Parameter sets in samples are noted if the record has them, and refused otherwise.
@Test func parameterSetsInSamplesAreLookedAt() throws {
  // Two streams with the same parameter set IDs but different sets: the second stream's stay in its samples.
  let stream = try Places.fixture("bframes.h264") + Places.fixture("interlaced.h264")
  let memory = MemoryOutput()
  var options = CarryOptions()
  options.setsInSamples = true
  _ = try Remuxer.carry(MemorySource(stream), to: .mp4, memory.output(), options)
  #expect(try codecs(memory.bytes) == ["avc3"])
  do {
    _ = try Retag(try mediaInput(memory.bytes), to: "avc1")
    Issue.record("not refused")
  } catch { #expect(error.description.contains("which its configuration record lacks")) }
  #expect(try Retag(try mediaInput(memory.bytes), to: "avc3").patches.isEmpty)
}

@Test(arguments: ["zzzz", "mp4a", "avc2"]) func otherTypesAreRefused(type: String) throws {
  let input = try mediaInput(try Places.fixture("plain.mp4"))
  #expect(throws: MediaError.unsupported("\(type) is not one of the sample entry types avc1, avc3, hvc1 and hev1")) {
    try Retag(input, to: fourCC(type))
  }
}
