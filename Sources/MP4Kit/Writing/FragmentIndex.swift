import BitstreamKit

/// An index (`sidx`) of all fragments, written into space reserved before them.
struct FragmentIndex {
  /// One entry: a fragment, or several adjacent ones.
  struct Part {
    var byteCount: UInt64
    /// The duration in units of the reference track's time scale.
    var duration: UInt64
    var earliest: Int64
    var beginsWithSync: Bool

    /// Creates an entry from the reference track's extent in a fragment.
    init(_ extent: FragmentBuilder.Extent, byteCount: UInt64) {
      self.byteCount = byteCount
      (duration, earliest, beginsWithSync) = (extent.duration, extent.earliest, extent.sync?.sample == 0)
    }
  }

  /// The offset of the reserved space in the file.
  let place: UInt64
  /// The index of the reference track.
  let track: Int
  let hasRoom: Bool
  private let capacity: Int
  private var parts: [Part] = []
  /// The number of fragments per entry.
  private var shared = 1
  private var inLast = 0
  /// Bytes before the first part, which are added to it.
  private var early: UInt64 = 0

  init(at place: UInt64, capacity: Int, track: Int) {
    self.place = place
    self.track = track
    hasRoom = capacity > 0
    self.capacity = Self.room(capacity)
  }

  /// The number of entries that space is reserved for: at least 2, at most 65,535.
  static func room(_ entries: Int) -> Int { max(2, min(0xFFFF, entries)) }

  /// The size of an index in bytes.
  static func size(entries: Int) -> Int { 40 + 12 * entries }

  /// Adds a fragment. When all entries are used, adjacent fragments are merged.
  mutating func append(_ part: Part) {
    var part = part
    part.byteCount += early
    early = 0
    if let last = parts.indices.last, inLast < shared {
      parts[last].byteCount += part.byteCount
      parts[last].duration += part.duration
      inLast += 1
      return
    }
    if parts.count == capacity {
      var halved: [Part] = []
      for index in stride(from: 0, to: parts.count, by: 2) {
        var both = parts[index]
        if index + 1 < parts.count {
          both.byteCount += parts[index + 1].byteCount
          both.duration += parts[index + 1].duration
        }
        halved.append(both)
      }
      inLast = parts.count % 2 == 0 ? shared * 2 : shared
      parts = halved
      shared *= 2
      return append(part)
    }
    parts.append(part)
    inLast = 1
  }

  /// Adds a fragment without samples of the reference track to the preceding entry.
  mutating func extend(_ byteCount: UInt64) {
    if let last = parts.indices.last { parts[last].byteCount += byteCount } else { early += byteCount }
  }

  /// The earliest composition time of the reference track.
  var earliest: Int64 { parts.first?.earliest ?? 0 }

  /// The `sidx`, padded with `free` to the reserved size; only a `free` box if there are no parts or a part is 2 GiB or larger.
  /// - Parameter begin: the presentation time of `earliest`.
  func filled(of trackID: UInt32, timescale: UInt32, begin: Int64) throws(SyntaxError) -> [UInt8] {
    let room = Self.size(entries: capacity)
    // Without an index, players search for the fragments.
    if parts.isEmpty || parts.contains(where: { $0.byteCount >= 1 << 31 }) { return MovieBoxes.free(room) }
    // Each unused entry leaves 12 bytes, enough for a `free` box.
    let rest = room - Self.size(entries: parts.count)
    return try Self.box(parts, of: trackID, timescale: timescale, begin: begin, offset: UInt64(rest))
      + (rest > 0 ? MovieBoxes.free(rest) : [])
  }

  /// Builds a `sidx` for parts that start `offset` bytes after it.
  static func box(_ parts: [Part], of trackID: UInt32, timescale: UInt32, begin: Int64, offset: UInt64) throws(SyntaxError) -> [UInt8] {
    var box = SegmentIndexBox()
    box.version = 1
    box.referenceID = trackID
    box.timescale = timescale
    box.earliestPresentationTime = UInt64(max(0, begin))
    box.firstOffset = offset
    var references = PackedTable<SegmentIndexBox.Reference>()
    for part in parts {
      guard part.byteCount < 1 << 31 else {
        throw SyntaxError(.overLimit("a part of more than 2 GiB"), element: "referenced_size", path: ["sidx"])
      }
      var reference = SegmentIndexBox.Reference()
      reference.referencedSize = UInt32(truncatingIfNeeded: part.byteCount)
      reference.subsegmentDuration = UInt32(clamping: part.duration)
      reference.startsWithSAP = part.beginsWithSync
      reference.sapType = part.beginsWithSync ? 1 : 0
      references.append(reference)
    }
    box.references = references
    var builder = BoxBuilder()
    try builder.box(box)
    return builder.bytes
  }
}

/// Random access points of a track: the first sync sample of each fragment.
struct RandomAccessTable {
  private var times: [(time: UInt64, place: UInt64, traf: UInt32, sample: UInt32)] = []

  /// Adds the first sync sample of a fragment; its index counts from 0.
  mutating func add(_ sync: (sample: Int, time: Int64), at place: UInt64, traf: Int) {
    times.append((UInt64(max(0, sync.time)), place, UInt32(truncatingIfNeeded: traf), UInt32(truncatingIfNeeded: sync.sample + 1)))
  }

  /// Builds the `tfra` of a track.
  func box(_ trackID: UInt32) -> TrackFragmentRandomAccessBox {
    var box = TrackFragmentRandomAccessBox()
    box.version = 1
    box.trackID = trackID
    (box.lengthSizeOfTrafNum, box.lengthSizeOfTrunNum, box.lengthSizeOfSampleNum) = (3, 3, 3)
    var entries = PackedTable<TrackFragmentRandomAccessBox.Entry>(layout: 0x7F)
    for sync in times {
      var entry = TrackFragmentRandomAccessBox.Entry()
      (entry.time, entry.moofOffset, entry.trafNumber, entry.sampleNumber) = (sync.time, sync.place, sync.traf, sync.sample)
      entries.append(entry)
    }
    box.entries = entries
    return box
  }
}
