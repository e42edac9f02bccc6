import BitstreamKit

/// The positions of each track's fragments, collected in one pass over the `moof` boxes. Each track can then be read on its own without
/// reading the fragments of other tracks.
public struct FragmentPlaces: Sendable {
  /// A `traf` box.
  struct Place: Sendable {
    /// The offset of the enclosing `moof`.
    var moof: UInt64
    /// The end offset of the `moof`.
    var moofEnd: UInt64
    /// The offset of the `traf`.
    var offset: UInt64
    /// The end offset of the `traf`.
    var end: UInt64
    /// The end of the preceding `traf`'s data; for the first, the offset of the `moof`.
    var previousEnd: UInt64
  }

  /// The `traf` boxes of one track, in the order of the file.
  struct Cursor: Sendable {
    let places: [Place]
    var index = 0

    /// The `traf` boxes of the track in the next `moof` that has any; empty after the last.
    mutating func next() -> ArraySlice<Place> {
      let start = index
      while index < places.count, places[index].moof == places[start].moof { index += 1 }
      return places[start..<index]
    }
  }

  /// The maximum number of `traf` boxes (20 MiB of positions).
  public static let maxPlaces = 1 << 19

  private var places: [Int: [Place]] = [:]

  /// Reads the `moof` boxes of a movie.
  /// - Throws: `ByteError` if the source cannot be read or has more than `maxPlaces` `traf` boxes.
  public init<Source: ByteSource>(_ movie: Movie<Source>) throws(ByteError) {
    let source = movie.tree.source
    var walker = BoxWalker(source)
    var count = 0
    while let place = try walker.next() {
      walker.leave(place)
      guard place.header.type == "moof", place.isBox else { continue }
      let fragment = try MovieFragment(source, moof: place, window: &walker.window)
      count += fragment.tracks.count
      if count > Self.maxPlaces {
        throw ByteError("more than \(Self.maxPlaces) traf boxes in a movie of \(movie.tracks.count) tracks")
      }
      add(fragment, movie, source.byteCount)
    }
  }

  private mutating func add<Source: ByteSource>(_ fragment: MovieFragment, _ movie: Movie<Source>, _ fileSize: UInt64) {
    var previousEnd = fragment.offset
    for part in fragment.tracks {
      guard let track = movie.trackIndices[part.header.trackID] else { continue }
      places[track, default: []].append(
        Place(moof: fragment.offset, moofEnd: fragment.end, offset: part.offset, end: part.end, previousEnd: previousEnd))
      if part.countsOn {
        var scout = TrackFragmentCursor(
          part, of: fragment, extends: movie.tracks[track].extends, previousEnd: previousEnd, decodeTime: 0, index: 0, fileSize: fileSize)
        while scout.next() != nil {}
        previousEnd = scout.position
      }
    }
  }

  func cursor(ofTrack track: Int) -> Cursor { Cursor(places: places[track] ?? []) }
}

extension MovieFragment {
  /// Reads only the given `traf` boxes of one `moof`.
  /// - Throws: `ByteError` if the source cannot be read.
  init<S: ByteSource>(_ source: S, _ places: ArraySlice<FragmentPlaces.Place>) throws(ByteError) {
    offset = places.first?.moof ?? 0
    end = places.first?.moofEnd ?? 0
    sequenceNumber = nil
    var (found, tracks) = ([] as [BoxFinding], [] as [Track])
    for place in places {
      var tree = try BoxTree(source, from: place.offset, to: place.end, in: BoxContext(in: "moof"))
      do { if let track = try Self.track(&tree, 0) { tracks.append(track) } } catch {
        switch error {
        case .bytes(let error): throw error
        case .syntax(let error):
          found.append(BoxFinding(path: ["moof", "traf"], offset: place.offset, message: error.description))
        }
      }
    }
    self.tracks = tracks
    findings = found
  }
}
