import BitstreamKit
import CheckKit
import MP4Kit
import RemuxKit
import TestSupport
import Testing

/// The duration in mehd is that of the presentation: edit lists delay and trim the media of fragments.
@Test(arguments: [(500, 0), (0, 20_000), (2000, 10_000)]) func editsCountForFragmentDurations(delay: UInt64, start: Int64) throws {
  var entries = [EditListBox.Entry(), EditListBox.Entry()]
  (entries[0].editDuration, entries[0].mediaTime) = (delay, -1)
  (entries[1].editDuration, entries[1].mediaTime) = (0, start)
  if delay == 0 { entries.removeFirst() }
  var edits = EditListBox()
  edits.entries = PackedTable(entries, layout: 0)
  var movie = BoxEdit(try Places.fixture("plain.mp4"))
  for track in 0..<(try Movie(MemorySource(movie.bytes)).tracks.count) {
    movie = BoxEdit(try movie.replacing("moov/trak[\(track)]/edts/elst", with: makeBox("elst", try edits.encoded())))
  }
  var options = CarryOptions()
  options.layout = .fragmented(MediaTime(milliseconds: 500))
  let bytes = try remuxed(movie.bytes, to: .mp4, options)
  #expect(try Movie(MemorySource(bytes)).fragmentDuration != nil)
  #expect(!CheckTests.check(bytes).findings.contains { $0.page.id.description == "mp4.fragment-duration" })
}
