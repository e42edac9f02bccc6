import BitstreamKit
import RemuxKit
import TestSupport
import Testing

/// A track whose decoder configuration, or whole sample entry, is lost has that of a good file or of the caller. Times are
/// those of the tables.
@Test(arguments: ["plain.mp4", "hvc1.mp4", "fragmented.mp4"], ["configuration", "zeros", "half zeros", "entry"])
func lostConfigurationsComeFromAGoodFile(_ name: String, _ what: String) throws {
  let whole = try Places.fixture(name)
  let isHEVC = name == "hvc1.mp4"
  var bytes = whole
  for type in what == "entry" ? [isHEVC ? "hvc1" : "avc1", "mp4a"] : [isHEVC ? "hvcC" : "avcC", "esds"] {
    // Brands have the same names.
    guard let place = bytes.indices.dropFirst(64).first(where: { bytes[$0...].starts(with: type.utf8) }) else { continue }
    if what.hasSuffix("zeros"), type != "esds" {
      let end = place - 4 + Int(bytes[place - 2]) << 8 + Int(bytes[place - 1])
      for index in (what == "zeros" ? place + 4 : (place + end) / 2)..<end { bytes[index] = 0 }
    } else {
      bytes[place] = UInt8(ascii: "X")
    }
  }
  let sets = try samples(whole).reader.tracks[0].configuration.parameterSetUnits
  var knowledge = [RecoveryKnowledge.like(try mediaInput(whole))]
  if try samples(whole).tracks.count == 1 { knowledge.append(.parameterSets(sets, isHEVC ? .hevc : .h264, sound: nil)) }
  for knowledge in knowledge {
    let composition = try Recovery.media(in: MemorySource(bytes), name: "a file", knowing: knowledge, for: .mp4)
    let result = try written(composition, .mp4)
    #expect(result.difference == nil, "\(result.difference ?? "")")
    #expect(try sampleSizes(result.bytes) == sampleSizes(whole))
    let (before, after) = (try samples(whole), try samples(result.bytes))
    #expect(before.reader.tracks.map(\.configuration.parameterSetUnits) == after.reader.tracks.map(\.configuration.parameterSetUnits))
    #expect(try shownTimes(whole).times == shownTimes(result.bytes).times)
    // The second half of hvcC alone is the parameter sets' rest and messages, without which pictures can be decoded.
    let isNamed = composition.notes.contains { $0.contains("has no valid decoder configuration") }
    #expect(isNamed || isHEVC && what == "half zeros", "\(composition.notes)")
    #expect(composition.findings.isEmpty, "\(composition.findings)")
  }
  let unused = try Recovery.media(in: MemorySource(whole), name: "a file", knowing: .like(try mediaInput(whole)), for: .mp4)
  #expect(unused.notes.contains { $0.contains("are not used") }, "\(unused.notes)")
}
