import BitstreamKit

/// Goes through the samples of a movie in the order in which they lie in the file: those that `moov` lists, then fragment by fragment.
///
/// One track alone comes in its decoding order.
public struct MovieSamples {
  /// A sample, and the index of its track among the movie's.
  public struct Item: Sendable {
    /// The index in `Movie.tracks`.
    public var track: Int
    /// The sample.
    public var sample: Sample
  }

  /// What is looked at for every sample: numbers alone, which cost nothing to copy.
  private struct Lane {
    var head = Sample()
    var hasHead = false
    var isOpen = true
    var nextIndex = 0
    var decodeTime: Int64 = 0
  }

  /// What is wrong with the tables and fragments so far.
  public private(set) var findings: [BoxFinding] = []
  private let tracks: [MovieTrack]
  private let only: Int?
  private var source: AnyByteSource
  private var lanes: [Lane] = []
  private var cursors: [SampleCursor] = []
  private var isListed = true
  private var walker: BoxWalker<AnyByteSource>?
  private var fragment: MovieFragment?
  /// The cursors of the fragment's `traf` boxes that have samples left, each with the track's index and the sample it gives next.
  private var parts: [(track: Int, cursor: TrackFragmentCursor, head: Sample)] = []

  /// The most findings that are kept.
  private static var mostFindings: Int { 64 }
  private static var mostInWindow: UInt64 { 1 << 18 }

  init<Source: ByteSource>(_ movie: Movie<Source>, only: Int?) {
    tracks = movie.tracks
    self.only = only
    source = AnyByteSource(movie.tree.source)
    for (index, track) in tracks.enumerated() {
      lanes.append(Lane(isOpen: only == nil || only == index))
      cursors.append(SampleCursor(track.table ?? SampleTable()))
    }
    if movie.isFragmented || movie.firstFragmentOffset != nil { walker = BoxWalker(source) }
  }

  /// The next sample; nil behind the last.
  public mutating func next() throws(ByteError) -> Item? {
    if isListed {
      if let item = try nextListed() { return item }
      isListed = false
    }
    while true {
      if let item = nextInFragment() { return item }
      if try !nextFragment() { return nil }
    }
  }

  /// The sample of the sample tables that lies first in the file.
  private mutating func nextListed() throws(ByteError) -> Item? {
    var best = -1
    var place: UInt64 = 0
    for index in lanes.indices {
      if !lanes[index].hasHead {
        if !lanes[index].isOpen { continue }
        try advance(index)
        if !lanes[index].hasHead { continue }
      }
      let offset = lanes[index].head.offset
      if best < 0 || offset < place { (best, place) = (index, offset) }
    }
    if best < 0 { return nil }
    lanes[best].hasHead = false
    return Item(track: best, sample: lanes[best].head)
  }

  private mutating func advance(_ index: Int) throws(ByteError) {
    if let sample = try cursors[index].next(&source) {
      lanes[index].head = sample
      lanes[index].hasHead = true
      lanes[index].nextIndex = sample.index &+ 1
      lanes[index].decodeTime = sample.decodeTime &+ Int64(sample.duration)
      return
    }
    lanes[index].isOpen = false
    if let finding = cursors[index].finding { find(["moov", "trak", "stbl"], 0, "track \(tracks[index].trackID): \(finding)") }
  }

  /// The sample of the fragment that lies first in the file.
  private mutating func nextInFragment() -> Item? {
    var best = -1
    for index in parts.indices where best < 0 || parts[index].head.offset < parts[best].head.offset { best = index }
    if best < 0 { return nil }
    let item = Item(track: parts[best].track, sample: parts[best].head)
    lanes[item.track].nextIndex = item.sample.index + 1
    lanes[item.track].decodeTime = item.sample.decodeTime.addingReportingOverflow(Int64(item.sample.duration)).partialValue
    if let next = parts[best].cursor.next() {
      parts[best].head = next
    } else {
      close(parts[best].cursor)
      parts.remove(at: best)
    }
    return item
  }

  private mutating func close(_ cursor: TrackFragmentCursor) {
    if let finding = cursor.finding { find(["moof", "traf", "trun"], fragment?.offset ?? 0, finding) }
  }

  /// Goes on to the next `moof` that has samples.
  /// - Returns: false where there is none.
  private mutating func nextFragment() throws(ByteError) -> Bool {
    while let place = try walker?.next() {
      walker?.leave(place)
      guard place.header.type == "moof", place.isBox else { continue }
      let fragment = try read(place)
      for finding in fragment.findings { find(finding.path, finding.offset, finding.message) }
      self.fragment = fragment
      open(fragment)
      if !parts.isEmpty { return true }
    }
    for finding in walker?.findings ?? [] { find(finding.path, finding.offset, finding.message) }
    walker = nil
    return false
  }

  /// Most fragments' boxes fit into one read, through the window that found them.
  private mutating func read(_ moof: BoxPlace) throws(ByteError) -> MovieFragment {
    guard moof.size <= Self.mostInWindow, let part = try walker?.window.load(moof.offset, Int(moof.size)), let window = walker?.window
    else {
      return try MovieFragment(source, moof)
    }
    return try MovieFragment(MemorySource(Array(window.bytes[part.first..<part.first + part.count]), at: moof.offset), moof)
  }

  /// Makes a cursor for each track's part of a fragment.
  private mutating func open(_ fragment: MovieFragment) {
    var previousEnd = fragment.offset
    for part in fragment.tracks {
      guard let track = tracks.firstIndex(where: { $0.trackID == part.header.trackID }) else {
        find(["moof", "traf"], fragment.offset, "track \(part.header.trackID), which the moov does not know")
        continue
      }
      // Where several parts of one track stand in one fragment, the later go on behind the earlier.
      var (index, time) = (lanes[track].nextIndex, lanes[track].decodeTime)
      for open in parts where open.track == track { (index, time) = end(open.cursor, open.head) }
      var cursor = TrackFragmentCursor(
        part, of: fragment, extends: tracks[track].extends, previousEnd: previousEnd, decodeTime: time, index: index,
        fileSize: source.byteCount)
      if part.header.baseDataOffset == nil, part.header.flags & TrackFragmentHeaderBox.defaultBaseIsMoof == 0 {
        var scout = cursor
        while scout.next() != nil {}
        previousEnd = scout.position
      }
      if let only, only != track { continue }
      if let head = cursor.next() { parts.append((track, cursor, head)) } else { close(cursor) }
    }
  }

  private func end(_ cursor: TrackFragmentCursor, _ head: Sample) -> (Int, Int64) {
    var scout = cursor
    var count = head.index + 1
    while scout.next() != nil { count += 1 }
    return (count, scout.decodeTime)
  }

  private mutating func find(_ path: [FourCC], _ offset: UInt64, _ message: String) {
    if findings.count < Self.mostFindings { findings.append(BoxFinding(path: path, offset: offset, message: message)) }
  }
}
