import BitstreamKit
import MP4Kit

/// Fragments in the order of their times, where the file has them in another: segments that were written in the wrong order.
package struct OrderedFragments {
  /// The file with its fragments in order.
  let source: AnyByteSource
  /// The number of fragments that follow a later one of their track.
  let moved: Int

  /// What is between the starts of two fragments, with the boxes before the `moof`, such as `styp`.
  private struct Unit {
    var range: Range<UInt64>
    /// The start of the first track fragment, in seconds.
    var time = 0.0
    /// Whether all its bytes are in the file.
    var isWhole = true
  }

  /// The samples of a track in a fragment, in units of the track's time scale.
  private struct Span {
    var unit: Int
    var start: UInt64
    var duration: UInt64
  }

  /// The most fragments to put in order, about 100 bytes each.
  private static let most = 1 << 20

  /// The fragments of a file.
  private struct Layout {
    var units: [Unit] = []
    /// By track ID, in file order.
    var spans: [UInt32: [Span]] = [:]
    /// The end of the boxes before the first fragment.
    var headerEnd: UInt64 = 0
  }

  /// - Returns: nil if the fragments are in order; if they cannot be put in order, because their times overlap or are unknown; and if moving
  ///   them would change which bytes they locate.
  init?(_ file: AnyByteSource) throws(MediaError) {
    let found: Layout?
    do {
      let movie = try Movie(file)
      moved = try Self.steps(movie)
      found = moved == 0 ? nil : try Self.layout(movie)
    } catch { throw .bytes(error) }
    guard let found else { return nil }
    let units = found.units
    let order = units.indices.ordered { (units[$0].time, $0) < (units[$1].time, $1) }
    guard Self.isTimeline(found.spans, order), order.dropLast().allSatisfy({ units[$0].isWhole }) else { return nil }
    source = AnyByteSource(PartsSource(file, [.range(0..<found.headerEnd)] + order.map { .range(units[$0].range) }))
  }

  /// The number of fragments of a movie that start where the one before of their track does, or before.
  package static func stepsBack(of reader: MediaReader) throws(MediaError) -> Int {
    guard let movie = reader.movie, movie.isFragmented else { return 0 }
    do { return try steps(movie, countsRepeats: true) } catch { throw .bytes(error) }
  }

  /// The number of fragments that start before the one before of their track. Keeps nothing of the fragments, which most files have in order.
  private static func steps(_ movie: Movie<AnyByteSource>, countsRepeats: Bool = false) throws(ByteError) -> Int {
    var (walker, last, steps) = (BoxWalker(movie.tree.source), [UInt32: UInt64](), 0)
    while let place = try walker.next() {
      walker.leave(place)
      guard place.isBox, place.header.type == "moof" else { continue }
      var isBack = false
      for track in try MovieFragment(movie.tree.source, place).tracks where track.runs.contains(where: { $0.sampleCount > 0 }) {
        guard let time = track.decodeTime?.baseMediaDecodeTime else { return 0 }
        if let before = last[track.header.trackID], time < before || countsRepeats && time == before { isBack = true }
        last[track.header.trackID] = time
      }
      if isBack { steps += 1 }
    }
    return steps
  }

  /// - Returns: nil if the fragments cannot be moved.
  private static func layout(_ movie: Movie<AnyByteSource>) throws(ByteError) -> Layout? {
    let source = movie.tree.source
    var (walker, start, found) = (BoxWalker(source), nil as UInt64?, Layout())
    while let place = try walker.next() {
      walker.leave(place)
      guard place.depth == 0, place.isBox else { continue }
      if place.header.type == "mdat", let last = found.units.indices.last {
        found.units[last].range = found.units[last].range.lowerBound..<place.end
        found.units[last].isWhole = place.header.form != .toEnd && place.header.size <= place.size
        start = nil
        continue
      }
      if start == nil, !found.units.isEmpty || place.header.type == "moof" { start = place.offset }
      guard place.header.type == "moof", let first = start else { continue }
      if found.units.isEmpty { found.headerEnd = first }
      if found.units.count == most { return nil }
      var unit = Unit(range: first..<place.end)
      let fragment = try MovieFragment(source, place)
      if !fragment.findings.isEmpty { return nil }
      var isTimed = false
      for part in fragment.tracks {
        guard part.header.baseDataOffset == nil, let time = part.decodeTime?.baseMediaDecodeTime,
          let track = movie.trackIndices[part.header.trackID].map({ movie.tracks[$0] }), track.timescale > 0
        else { return nil }
        if !isTimed { (unit.time, isTimed) = (Double(time) / Double(track.timescale), true) }
        let length = part.totals(track.extends).duration
        if length > 0 {
          found.spans[track.trackID, default: []].append(Span(unit: found.units.count, start: time, duration: length))
        }
      }
      if !isTimed { return nil }
      found.units.append(unit)
    }
    return found
  }

  /// Whether no fragment of a track begins before the middle of the one before in this order: rounded times may overlap a little.
  private static func isTimeline(_ spans: [UInt32: [Span]], _ order: [Int]) -> Bool {
    var places = [Int](repeating: 0, count: order.count)
    for (place, unit) in order.enumerated() { places[unit] = place }
    return spans.values.allSatisfy { track in
      let sorted = track.ordered { places[$0.unit] < places[$1.unit] }
      return zip(sorted, sorted.dropFirst()).allSatisfy { a, b in b.start >= a.start &+ a.duration / 2 && a.start <= b.start }
    }
  }
}
