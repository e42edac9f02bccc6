import BitstreamKit
import MP4Kit

/// A movie without fragments in whose media data bytes were inserted or lost, so that the sample tables locate other bytes after them.
///
/// Walks the samples in the order of the tables. Where the NAL units of a sample do not fill it, searches for one of the next samples: its
/// size is known, and NAL units fill it at one place. The bytes in between belong to no sample, or to one that is lost. `source` has the
/// bytes where the tables expect them, and zeros for the samples that are lost.
package struct SplicedMovie {
  /// The file as the tables describe it.
  let source: AnyByteSource
  /// The moov that the boxes do not lead to; nil if they do.
  package let hidden: HiddenMovie?
  /// What was found, for people.
  let notes: [String]

  /// Nil if all is where the tables expect it, or if the movie has no NAL units to tell by.
  /// - Throws: `MediaError` if the movie cannot be read.
  package init?(_ file: AnyByteSource) throws(MediaError) {
    do { hidden = try HiddenMovie(file) } catch { throw .bytes(error) }
    var tables = file
    if let hidden {
      let (start, size) = (hidden.mediaData.offset, hidden.movie.lowerBound - hidden.mediaData.offset)
      let header = BoxHeader("mdat", size: size, form: size > UInt64(UInt32.max) ? .large : .compact).encoded
      let rest = size - UInt64(header.count)
      tables = AnyByteSource(PartsSource(file, [.range(0..<start), .bytes(header), .zeros(rest), .range(hidden.movie)]))
    }
    let reader: MediaReader
    do throws(MediaError) { reader = try MediaReader(tables, as: .mp4) } catch {
      if error.failure != nil { throw error }
      return nil
    }
    guard let movie = reader.movie, !movie.isFragmented, !movie.isCompressed else { return nil }
    var place = hidden.map { ($0.mediaData, $0.movie.lowerBound) }
    if hidden == nil { place = try Self.mediaData(file) }
    guard let (box, end) = place else { return nil }
    let isToEnd = box.header.form == .toEnd
    let change = isToEnd ? 0 : Int64(clamping: end) - Int64(clamping: box.offset.addingReportingOverflow(box.header.size).partialValue)
    var walk = try SpliceWalk(file, reader, box.payloadOffset..<end, change: change)
    try walk.run()
    if walk.isConfused || walk.end == 0 || hidden == nil && walk.stretches.isEmpty { return nil }
    // What follows the media data stays where it is.
    if hidden == nil, end < file.byteCount, walk.end > end { return nil }
    guard let parts = Self.parts(file, hidden, box.payloadOffset, walk) else { return nil }
    source = AnyByteSource(PartsSource(file, parts))
    notes = Self.notes(hidden, walk)
  }

  /// The only `mdat` and where its data ends: there where its size says if a box that belongs there follows, else with the file.
  private static func mediaData(_ file: AnyByteSource) throws(MediaError) -> (BoxPlace, UInt64)? {
    var (walker, data): (BoxWalker, BoxPlace?) = (BoxWalker(file), nil)
    do {
      while let place = try walker.next() {
        guard place.depth == 0 else { continue }
        walker.leave(place)
        if let data {
          let isFollowed = place.isBox && ["moov", "free", "skip", "wide", "meta", "uuid", "udta", "mfra"].contains(place.header.type)
          return place.header.type == "mdat" ? nil : (data, isFollowed ? data.end : file.byteCount)
        }
        if place.isBox, place.header.type == "mdat" { data = place }
      }
    } catch { throw .bytes(error) }
    return data.map { ($0, file.byteCount) }
  }

  private static func notes(_ hidden: HiddenMovie?, _ walk: SpliceWalk) -> [String] {
    var notes: [String] = []
    if let hidden { notes.append(hidden.text) }
    notes += walk.splices.prefix(DamagedFile.maxNamed).map { $0.text }
    if walk.splices.count > DamagedFile.maxNamed {
      notes.append("\(counted(walk.splices.count - DamagedFile.maxNamed, "more place")) where bytes are missing or too many")
    }
    return notes
  }

  /// The parts of the file as the tables describe it; nil if the media data does not fit in an `mdat` of this form.
  private static func parts(_ file: AnyByteSource, _ hidden: HiddenMovie?, _ start: UInt64, _ walk: SpliceWalk) -> [PartsSource.Part]? {
    // Media data that is not much longer than the file can come of damaged tables alone.
    guard walk.end <= file.byteCount + file.byteCount / 2 + 1 << 20 else { return nil }
    let end = max(walk.end, start)
    var parts: [PartsSource.Part] = []
    if let hidden {
      let box = hidden.mediaData
      let form: BoxHeader.SizeForm = box.header.byteCount > 8 ? .large : .compact
      if form == .compact, end - box.offset > UInt64(UInt32.max) { return nil }
      parts = [.range(0..<box.offset), .bytes(BoxHeader("mdat", size: end - box.offset, form: form).encoded)]
    } else {
      parts = [.range(0..<start)]
    }
    parts += walk.parts(start..<end, in: file.byteCount)
    if let hidden {
      parts.append(.range(hidden.movie))
    } else if end < file.byteCount {
      parts.append(.range(end..<file.byteCount))
    }
    return parts
  }
}
