import BitstreamKit

/// Iterates over the samples of a movie in file order: first the samples listed in `moov`, then fragment by fragment.
///
/// A single track is iterated in decoding order.
public struct MovieSamples {
  /// A sample and the index of its track.
  public struct Item: Sendable {
    /// The index in `Movie.tracks`.
    public var track: Int
    /// The sample.
    public var sample: Sample

    package init() { (track, sample) = (0, Sample()) }
  }

  /// The state accessed for every sample: plain numbers that are cheap to copy.
  private struct Lane {
    /// The index in `Movie.tracks`.
    var track: Int
    var head = Sample()
    var nextIndex = 0
    var decodeTime: Int64 = 0

    /// Sets where the sample after this one continues.
    mutating func follow(_ sample: Sample) { (nextIndex, decodeTime) = (sample.index &+ 1, sample.decodeTime &+ Int64(sample.duration)) }
  }

  /// The file offset of the next sample of a lane or part. Ties are resolved by index.
  private struct Head: Comparable {
    var offset: UInt64
    var index: Int
    static func < (a: Head, b: Head) -> Bool { a.offset != b.offset ? a.offset < b.offset : a.index < b.index }
  }

  /// A `traf` with remaining samples, the index of its track and its next sample.
  private struct Part {
    var track: Int
    var cursor: TrackFragmentCursor
    var head: Sample
    var place: PartPlace
  }

  /// Where a `traf` is.
  struct PartPlace {
    /// The offset of the `moof`.
    var fragment: UInt64
    /// The offset of the `traf` in the file, and its end.
    var offset: UInt64
    var end: UInt64
    /// What the offsets of its auxiliary information count from.
    var base: UInt64
    /// The index of its first sample in the track, from 0.
    var first: Int
  }

  /// The errors found in tables and fragments so far.
  public private(set) var findings: [BoxFinding] = []
  private let tracks: [MovieTrack]
  private let only: Int?
  /// Track indices by track ID; the first of several tracks with the same ID.
  private let trackIndices: [UInt32: Int]
  private var source: AnyByteSource
  /// One lane per track, or one for the selected track.
  private var lanes: [Lane] = []
  private var cursors: [SampleCursor] = []
  /// The lanes with a loaded head; nil before the first sample.
  private var listed: MinHeap<Head>?
  private var isListed = true
  private var walker: BoxWalker<AnyByteSource>?
  /// The fragment positions of the selected track; the fragments of other tracks are not read.
  private var places: FragmentPlaces.Cursor?
  private var fragment: MovieFragment?
  private var parts: [Part] = []
  private var partHeads = MinHeap<Head>()
  /// The index of the part of the last returned sample.
  private var lastPart: Int?

  /// The `traf` of the last returned sample; nil if a sample table lists it.
  var part: PartPlace? { lastPart.flatMap { parts.indices.contains($0) ? parts[$0].place : nil } }

  /// The maximum number of findings.
  private static var maxFindings: Int { 64 }

  init<Source: ByteSource>(_ movie: Movie<Source>, only: Int?, places: FragmentPlaces? = nil) {
    tracks = movie.tracks
    self.only = only
    source = AnyByteSource(movie.tree.source)
    trackIndices = movie.trackIndices
    for index in only.map({ $0..<$0 + 1 }) ?? tracks.indices where tracks.indices.contains(index) {
      lanes.append(Lane(track: index))
      cursors.append(SampleCursor(tracks[index].table ?? SampleTable()))
    }
    if let only, let places { self.places = places.cursor(ofTrack: only) }
    if movie.isFragmented, self.places == nil { walker = BoxWalker(source) }
  }

  private func lane(of track: Int) -> Int? { only == nil ? track : only == track ? 0 : nil }

  /// Returns the next sample; nil after the last.
  public mutating func next() throws(ByteError) -> Item? {
    var item = Item()
    return try next(&item) ? item : nil
  }

  /// Reads the next sample into `item`, which saves copies of it; false after the last.
  package mutating func next(_ item: inout Item) throws(ByteError) -> Bool {
    if isListed {
      if try nextListed(&item) { return true }
      isListed = false
    }
    while true {
      if nextInFragment(&item) { return true }
      if try !nextFragment() { return false }
    }
  }

  /// Reads the next sample of the sample tables in file order.
  private mutating func nextListed(_ item: inout Item) throws(ByteError) -> Bool {
    if lanes.count == 1 {
      item.track = lanes[0].track
      if try !cursors[0].next(&item.sample, &source) { return ended(0) }
      lanes[0].follow(item.sample)
      return true
    }
    if listed == nil {
      var heap = MinHeap<Head>()
      for index in lanes.indices where try advance(index) { heap.insert(Head(offset: lanes[index].head.offset, index: index)) }
      listed = heap
    } else if let last = listed?.first {
      // The lane of the last returned sample advances.
      if try advance(last.index) {
        listed?.replaceFirst(Head(offset: lanes[last.index].head.offset, index: last.index))
      } else {
        listed?.removeFirst()
      }
    }
    guard let first = listed?.first else { return false }
    (item.track, item.sample) = (lanes[first.index].track, lanes[first.index].head)
    return true
  }

  /// Loads the next sample of a lane; false if there is none.
  private mutating func advance(_ index: Int) throws(ByteError) -> Bool {
    if try !cursors[index].next(&lanes[index].head, &source) { return ended(index) }
    lanes[index].follow(lanes[index].head)
    return true
  }

  /// Reports why a lane has ended.
  /// - Returns: false.
  private mutating func ended(_ index: Int) -> Bool {
    if let finding = cursors[index].finding {
      find(["moov", "trak", "stbl"], 0, "track \(tracks[lanes[index].track].trackID): \(finding)")
    }
    return false
  }

  /// Reads the next sample of the fragment in file order.
  private mutating func nextInFragment(_ item: inout Item) -> Bool {
    guard let best = partHeads.first?.index else { return false }
    (item.track, item.sample) = (parts[best].track, parts[best].head)
    lastPart = best
    if let lane = lane(of: item.track) { lanes[lane].follow(item.sample) }
    if let next = parts[best].cursor.next() {
      parts[best].head = next
      partHeads.replaceFirst(Head(offset: next.offset, index: best))
    } else {
      close(parts[best].cursor)
      partHeads.removeFirst()
    }
    return true
  }

  private mutating func close(_ cursor: TrackFragmentCursor) {
    if let finding = cursor.finding { find(["moof", "traf", "trun"], fragment?.offset ?? 0, finding) }
  }

  /// Advances to the next `moof` with samples.
  /// - Returns: false if there is none.
  private mutating func nextFragment() throws(ByteError) -> Bool {
    while let found = places?.next(), !found.isEmpty {
      let fragment = try MovieFragment(source, found)
      for finding in fragment.findings { find(finding.path, finding.offset, finding.message) }
      self.fragment = fragment
      open(fragment, previousEnds: found.map { $0.previousEnd })
      if !partHeads.isEmpty { return true }
    }
    while let place = try nextPlace() {
      guard place.header.type == "moof", place.isBox else { continue }
      let fragment = try read(place)
      for finding in fragment.findings { find(finding.path, finding.offset, finding.message) }
      self.fragment = fragment
      open(fragment)
      if !partHeads.isEmpty { return true }
    }
    for finding in walker?.findings ?? [] { find(finding.path, finding.offset, finding.message) }
    walker = nil
    return false
  }

  /// The next box at the top level; nil at the end of the file, and where no fragments are read.
  private mutating func nextPlace() throws(ByteError) -> BoxPlace? {
    // Not `walker?.next()`: an unoptimised Embedded Swift module of Swift 6.3.1 then gets nil. Moved, so that its window is not copied.
    guard var walker else { return nil }
    self.walker = nil
    defer { self.walker = walker }
    guard let place = try walker.next() else { return nil }
    walker.leave(place)
    return place
  }

  private mutating func read(_ moof: BoxPlace) throws(ByteError) -> MovieFragment {
    guard moof.size <= MovieFragment.maxInWindow, let part = try walker?.window.load(moof.offset, Int(moof.size)),
      let bytes = walker?.window.bytes
    else { return try MovieFragment(source, moof) }
    return try MovieFragment(MemorySource(Array(bytes[part.first..<part.first + part.count]), at: moof.offset), moof)
  }

  /// Creates a cursor for each `traf` of a fragment.
  /// - Parameter known: the end of the data before each `traf`; nil to compute it.
  private mutating func open(_ fragment: MovieFragment, previousEnds known: [UInt64]? = nil) {
    var previousEnd = fragment.offset
    parts.removeAll(keepingCapacity: true)
    parts.reserveCapacity(fragment.tracks.count)
    partHeads.removeAll()
    // If a fragment has several parts of one track, each continues after the preceding one.
    var ends: [Int: (index: Int, time: Int64)] = [:]
    let isSeveral = fragment.tracks.count > 1 && Set(fragment.tracks.map { $0.header.trackID }).count < fragment.tracks.count
    for (place, part) in fragment.tracks.enumerated() {
      if let known { previousEnd = known[place] }
      guard let track = trackIndices[part.header.trackID] else {
        find(["moof", "traf"], fragment.offset, "track \(part.header.trackID) is not in the moov")
        continue
      }
      let lane = lane(of: track)
      let from = ends[track] ?? lane.map { (lanes[$0].nextIndex, lanes[$0].decodeTime) } ?? (0, 0)
      var cursor = TrackFragmentCursor(
        part, of: fragment, extends: tracks[track].extends, previousEnd: previousEnd, decodeTime: from.1, index: from.0,
        fileSize: source.byteCount)
      if part.countsOn && known == nil || isSeveral && lane != nil {
        var scout = cursor
        var count = from.0
        while scout.next() != nil { count += 1 }
        if part.countsOn { previousEnd = scout.position }
        if count > from.0 { ends[track] = (count, scout.decodeTime) }
      }
      if lane == nil { continue }
      if let head = cursor.next() {
        partHeads.insert(Head(offset: head.offset, index: parts.count))
        let place = PartPlace(
          fragment: fragment.offset, offset: part.offset, end: part.end, base: part.header.baseDataOffset ?? fragment.offset,
          first: head.index)
        parts.append(Part(track: track, cursor: cursor, head: head, place: place))
      } else {
        close(cursor)
      }
    }
  }

  private mutating func find(_ path: [FourCC], _ offset: UInt64, _ message: String) {
    if findings.count < Self.maxFindings { findings.append(BoxFinding(path: path, offset: offset, message: message)) }
  }
}

extension Movie {
  /// The samples of all tracks, or of the track at index `track`.
  /// - Parameter places: the fragment positions of each track, to speed up reading many tracks one by one.
  public func samples(ofTrack track: Int? = nil, places: FragmentPlaces? = nil) -> MovieSamples {
    MovieSamples(self, only: track, places: places)
  }
}
