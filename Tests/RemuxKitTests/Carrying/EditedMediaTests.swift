import BitstreamKit
import MP4Kit
import RemuxKit
import TestSupport
import Testing

/// A plain audio movie with one-byte samples that last 1000 units at 48,000 units per second.
func soundMovie(_ count: Int, edits: [(duration: UInt64, time: Int64)], fragmentStart: UInt64? = nil) throws -> [UInt8] {
  var track = try TrackBlueprint.audio(entries: [try SampleEntryBuilding.mp3(sampleRate: 48000, channels: 2)], timescale: 48000)
  if !edits.isEmpty {
    var entries = PackedTable<EditListBox.Entry>()
    for edit in edits {
      var entry = EditListBox.Entry()
      (entry.editDuration, entry.mediaTime) = (edit.duration, edit.time)
      entries.append(entry)
    }
    track.editList = EditListBox()
    track.editList?.entries = entries
  }
  var muxer = MovieMuxer(MovieBlueprint(), tracks: [track], layout: fragmentStart == nil ? .plain : .fragmented)
  let front = try muxer.beginning()
  if let fragmentStart { muxer.setStart(of: 0, fragmentStart) }
  for _ in 0..<count { muxer.append(MovieMuxer.Entry(track: 0, duration: 1000, size: 1, isSync: true)) }
  let media = [UInt8](repeating: 7, count: count)
  if fragmentStart != nil { return try front + muxer.endFragment() + media }
  let header = MovieMuxer.mediaDataHeader(UInt64(count))
  return try front + header + media + muxer.end(mediaDataAt: UInt64(front.count + header.count)).bytes
}

private func carry(_ bytes: [UInt8], to target: Remuxer.Target, _ layout: CarryOptions.Layout = .plain) throws -> (
  bytes: [UInt8], notes: [String]
) {
  let memory = MemoryOutput()
  var options = CarryOptions()
  options.layout = layout
  let report = try Remuxer.carry(MemorySource(bytes), to: target, memory.output(), options)
  #expect(report.findings.isEmpty)
  let difference = try CarryVerifier.difference(between: MemorySource(bytes), and: MemorySource(memory.bytes), written: target, options)
  #expect(difference == nil, "\(difference ?? "")")
  return (memory.bytes, report.notes)
}

private func edits(_ bytes: [UInt8]) throws -> [[Int64]] {
  let list = try Movie(MemorySource(bytes)).tracks[0].editList
  return (list?.entries ?? PackedTable<EditListBox.Entry>()).map { [Int64($0.editDuration), $0.mediaTime] }
}

private let second = MediaTime(milliseconds: 1000)

/// An edit that ends before the media also ends there in fragments; one as long as the media has no end in fragments.
@Test(
  arguments: [
    ([(600, 0)], [[600, 0]]), ([(300, 9600)], [[300, 9600]]), ([(1000, 0)], [[0, 0]]), ([(1000, 1024)], [[0, 1024]]),
    ([(0, 4800)], [[0, 4800]]),
    ([(100, -1), (500, 0)], [[600, 0]]), ([(500, 24000), (500, 0)], [[500, 24000], [500, 0]]),
  ] as [([(UInt64, Int64)], [[Int64]])])
func theEndOfAnEditListStays(list: [(UInt64, Int64)], inFragments: [[Int64]]) throws {
  let whole = try soundMovie(48, edits: list.map { (duration: $0.0, time: $0.1) })
  let fragments = try carry(whole, to: .mp4, .fragmented(second)).bytes
  #expect(try edits(fragments) == inFragments)
  let length = { (bytes: [UInt8]) in
    let movie = try Movie(MemorySource(bytes))
    return try #require(movie.tracks[0].timeline(movieTimescale: movie.timescale).duration)
  }
  let back = try carry(fragments, to: .mp4).bytes
  if list.allSatisfy({ $0.0 > 0 }) { #expect(try abs(Int64(length(back)) - Int64(length(whole))) < 25) }
  #expect(try edits(carry(whole, to: .mp4, .hybrid(second)).bytes).map { $0[1] } == list.map { $0.1 })
  // From fragments to fragments too.
  #expect(try edits(carry(fragments, to: .mp4, .fragmented(second)).bytes) == inFragments)
}

/// Targets without edit lists show hidden media, and a note reports it.
@Test(
  arguments: [
    ([(600, 0)], "19 samples (0.396s) after the last edit are hidden"),
    ([(500, 24000)], "24 samples (0.500s) before the first edit are hidden"),
    ([(1000, 1024)], ""), ([(1000, 0)], ""), ([(0, 0)], ""), ([(300, 0), (300, 33600)], "18 samples (0.375s) between edits are hidden"),
    ([(500, 24000), (500, 0)], "the edit list has 2 parts"),
  ] as [([(UInt64, Int64)], String)])
func whatAnEditListHidIsSaid(list: [(UInt64, Int64)], note: String) throws {
  let whole = try soundMovie(48, edits: list.map { (duration: $0.0, time: $0.1) })
  for target in [Remuxer.Target.flv, .frames] {
    let notes = try carry(whole, to: target).notes
    #expect(note.isEmpty ? notes.isEmpty : notes.contains { $0.contains(note) }, "\(notes)")
    let merged = try written(try MediaComposition.merging([try mediaInput(whole)], tracks: [[0]], for: target), target)
    #expect(note.isEmpty ? merged.report.notes.isEmpty : merged.report.notes.contains { $0.contains(note) }, "\(merged.report.notes)")
  }
}

/// Overlapping edits count each sample once.
@Test func manyEditsAreOneSet() throws {
  let list = (0..<3000).map { (duration: UInt64(10), time: Int64($0 % 40) * 1000) }
  let notes = try carry(try soundMovie(48, edits: list), to: .flv).notes
  #expect(notes.contains { $0.contains("8 samples") && $0.contains("after the last edit") }, "\(notes)")
}
