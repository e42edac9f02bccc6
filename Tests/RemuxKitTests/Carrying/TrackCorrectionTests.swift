import BitstreamKit
import MP4Kit
import TestSupport
import Testing

@testable import RemuxKit

@Suite struct TrackCorrectionTests {
  private func carried(_ bytes: [UInt8], _ options: CarryOptions) throws -> [UInt8] {
    let memory = MemoryOutput()
    _ = try Remuxer.carry(MemorySource(bytes), to: .mp4, MediaOutput(memory), options)
    #expect(try CarryVerifier.difference(between: MemorySource(bytes), and: MemorySource(memory.bytes), written: .mp4, options) == nil)
    return memory.bytes
  }

  private func samples(_ bytes: [UInt8], track: Int = 0) throws -> [MediaSample] {
    var reader = try MediaReader(MemorySource(bytes), track: track)
    var all: [MediaSample] = []
    while let sample = try reader.next() { all.append(sample) }
    return all
  }

  @Test(arguments: [CarryOptions.Layout.plain, .faststart, .fragmented(MediaTime(milliseconds: 300))])
  func keysAndCompositionTimesAreReplaced(_ layout: CarryOptions.Layout) throws {
    let bytes = try Places.fixture("plain.mp4")
    let before = try samples(bytes)
    var correction = TrackCorrection()
    correction.keys = [0, 7]
    correction.compositionOffsets = before.indices.map { Int32($0 % 3) * 512 }
    var options = CarryOptions()
    (options.layout, options.corrections) = (layout, [0: correction])
    let made = try carried(bytes, options)
    let after = try samples(made)
    #expect(after.indices.filter { after[$0].isKey } == [0, 7])
    #expect(after.map { Int32($0.presentationTime - $0.decodeTime) } == correction.compositionOffsets)
    #expect(after.map(\.size) == before.map(\.size))
    #expect(try samples(made, track: 1).map(\.isKey) == samples(bytes, track: 1).map(\.isKey))
  }

  /// The verifier compares with what was asked for.
  @Test func aMissingCorrectionIsADifference() throws {
    let bytes = try Places.fixture("plain.mp4")
    var options = CarryOptions()
    let memory = MemoryOutput()
    _ = try Remuxer.carry(MemorySource(bytes), to: .mp4, MediaOutput(memory), options)
    options.corrections[0] = TrackCorrection()
    options.corrections[0]?.keys = [0]
    let difference = try CarryVerifier.difference(
      between: MemorySource(bytes), and: MemorySource(memory.bytes), written: .mp4, options)
    #expect(difference?.contains("key picture") == true)
  }

  @Test func identifiersAndHeadersAreReplaced() throws {
    let bytes = try Places.fixture("plain.mp4")
    var correction = TrackCorrection()
    correction.trackID = 77
    correction.mediaHeader = [0, 0, 0, 16] + Array("smhd".utf8) + [UInt8](repeating: 0, count: 8)
    var options = CarryOptions()
    options.corrections = [0: correction]
    let movie = try Movie(MemorySource(try carried(bytes, options)))
    #expect(movie.tracks.map(\.trackID) == [77, 2])
    #expect(!movie.tree.find("mdia/minf/smhd", in: movie.tracks[0].node).isEmpty)
  }

  /// Edits end with the media; those of media that is not there are dropped.
  @Test func editsAreClipped() {
    var blueprint = TrackBlueprint()
    blueprint.timescale = 100
    var entries: [EditListBox.Entry] = []
    for (time, duration) in [(-1, 500), (0, 1000), (50, 2000), (100, 10)] as [(Int64, UInt64)] {
      var entry = EditListBox.Entry()
      (entry.mediaTime, entry.editDuration, entry.mediaRateInteger) = (time, duration, 1)
      entries.append(entry)
    }
    var list = EditListBox()
    list.entries = PackedTable(entries, layout: list.entries.layout)
    blueprint.editList = list
    blueprint.clipEdits(at: 100, movieTimescale: 1000)
    let left = blueprint.editList.map { Array($0.entries) } ?? []
    #expect(left.map(\.mediaTime) == [-1, 0, 50])
    #expect(left.map(\.editDuration) == [500, 1000, 500])
  }
}
