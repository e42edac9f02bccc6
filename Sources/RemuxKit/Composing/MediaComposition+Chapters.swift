import BitstreamKit
import MP4Kit

extension MediaComposition {
  /// A range of a file whose chapters are taken.
  struct ChapterSource {
    var input: MediaInput
    /// The range on the file's timeline, in units of the clock.
    var range: Range<Int64>
    /// The start of the range on the composition's timeline, in units of the clock.
    var place: Int64
  }

  /// Sets the chapters if a file has them in a `chpl`: those of all files then, also of files that have them in a track. A chapter that begins
  /// before the range begins with it. Tracks of chapters are cut and joined as samples besides.
  /// - Parameter clock: the time scale in units per second.
  mutating func setChapters(_ sources: [ChapterSource], _ clock: UInt32) throws(MediaError) {
    func hasList(_ input: MediaInput) -> Bool {
      guard let tree = input.reader.movie?.tree else { return false }
      return !tree.find("moov/udta/chpl").isEmpty
    }
    guard sources.contains(where: { hasList($0.input) }) else { return }
    var list = ChapterListBox()
    (list.version, list.reserved) = (1, 0)
    for source in sources {
      guard let movie = source.input.reader.movie else { continue }
      let found: [MediaChapter]
      do { found = try MediaChapter.chapters(of: movie) } catch { throw .bytes(error) }
      for chapter in found {
        let start = max(source.range.lowerBound, CompositionInput.converted(chapter.start, chapter.timescale, clock))
        let end = chapter.end.map { CompositionInput.converted($0, chapter.timescale, clock) } ?? source.range.upperBound
        guard start < min(end, source.range.upperBound) else { continue }
        list.chapters.append(Self.entry(chapter.title, at: start - source.range.lowerBound + source.place, clock))
      }
    }
    chapters = list
  }

  private static func entry(_ title: String, at time: Int64, _ clock: UInt32) -> ChapterListBox.Chapter {
    var entry = ChapterListBox.Chapter()
    entry.start = UInt64(clamping: CompositionInput.converted(time, clock, 10_000_000))
    for scalar in title.unicodeScalars {
      guard entry.title.count + UTF8.width(scalar) <= 255 else { break }
      entry.title.append(contentsOf: String(scalar).utf8)
    }
    return entry
  }
}
