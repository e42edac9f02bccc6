import BitstreamKit
import RemuxKit
import TestSupport
import Testing

/// A stream without its first parameter sets has those of the caller: its first picture alone is lost with them.
@Test(arguments: ["bframes.h264", "opengop.hevc"], [true, false]) func streamsWithoutStartTakeKnownSets(_ name: String, _ keepsLast: Bool)
  throws
{
  let whole = try Places.fixture(name)
  let input = try mediaInput(whole)
  let codec = try #require(input.reader.container.videoCodec)
  let (reader, tracks) = try samples(whole)
  let sets = reader.tracks[0].configuration.parameterSetUnits
  var bytes = whole
  // All parameter sets of the first access unit.
  // The picture parameter set alone is no use.
  for unit in keepsLast ? sets.dropLast() : sets[...] {
    guard let place = bytes.indices.first(where: { bytes[$0...].starts(with: unit) }) else { continue }
    bytes.removeSubrange(0..<place + unit.count)
  }
  // The rest of a unit.
  bytes.insert(contentsOf: [1, 2, 3, 4, 5], at: 0)
  let composition = try Recovery.media(
    in: MemorySource(bytes), name: "a file", knowing: .parameterSets(sets, codec, sound: nil), codec: codec, for: .mp4)
  let result = try written(composition, .mp4)
  #expect(result.difference == nil, "\(result.difference ?? "")")
  #expect(try samples(result.bytes).tracks[0].count == tracks[0].count - 1)
  #expect(composition.notes.contains { $0.contains("no parameter sets in front of its first picture") }, "\(composition.notes)")
}
