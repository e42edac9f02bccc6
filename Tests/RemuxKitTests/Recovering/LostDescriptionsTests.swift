import BitstreamKit
import MP4Kit
import RemuxKit
import TestSupport
import Testing

private let table = "moov/trak/mdia/minf/stbl/"

/// A run of chunks of a description that does not exist is one of the only description, whatever the file is read for.
@Test(arguments: ["plain.mp4", "faststart.mp4", "hvc1.mp4"], [0, 2, UInt32.max])
func lostDescriptionsAreTheOnlyOne(_ name: String, _ number: UInt32) throws {
  let whole = try Places.fixture(name)
  let bytes = try BoxEdit(whole).changing(SampleToChunkBox.self, table + "stsc") { box in
    var rows = PackedTable<SampleToChunkBox.Entry>(layout: box.entries.layout)
    for row in 0..<box.entries.count {
      var entry = box.entries[row]
      if row == box.entries.count - 1 { entry.sampleDescriptionIndex = number }
      rows.append(entry)
    }
    box.entries = rows
  }
  #expect(bytes != whole)
  let composition = try Recovery.media(in: MemorySource(bytes), name: "a file", for: .mp4)
  let result = try written(composition, .mp4)
  #expect(result.difference == nil, "\(result.difference ?? "")")
  #expect(try sampleSizes(result.bytes) == sampleSizes(whole))
  #expect(composition.notes.contains { $0.contains("does not exist: its samples have the only one") }, "\(composition.notes)")
}

/// With several descriptions it is not known which one is meant.
@Test func oneOfSeveralDescriptionsIsNotGuessed() throws {
  let whole = try Places.fixture("plain.mp4")
  let entry = try BoxEdit(whole).box(table + "stsd/avc1")
  let two = try BoxEdit(whole).replacing(table + "stsd", with: makeBox("stsd", [0, 0, 0, 0, 0, 0, 0, 2], entry, entry))
  let bytes = try BoxEdit(two).patching(table + "stsc", at: 16, [0, 0, 0, 9])
  #expect(throws: MediaError.self) { try written(Recovery.media(in: MemorySource(bytes), name: "a file", for: .mp4), .mp4) }
}
