import BitstreamKit

/// Collects the samples of the current fragment and builds the `moof` that describes them. In the media data, the samples of a track are
/// contiguous.
struct FragmentBuilder: Sendable {
  fileprivate struct Row: Sendable {
    var duration: UInt32
    var size: UInt32
    var flags: UInt32
    var offset: UInt32
  }

  fileprivate struct Part: Sendable {
    var decodeTime: UInt64 = 0
    var description: UInt32 = 1
    var rows: [Row] = []
    var byteCount: UInt64 = 0
    var hasNegativeOffsets = false
    /// The `trun` flags of the per-sample fields that are needed: those that differ between samples, and composition offsets unless all are
    /// 0.
    var differing: UInt32 = 0
    /// Whether sample flags differ between the samples after the first.
    var hasLaterFlags = false
    /// Whether any sample has dependency flags.
    var knowsDependencies = false
  }

  /// The extent of a track in a fragment, for segment and random access indices.
  struct Extent: Sendable {
    /// The index of the track.
    var track: Int
    /// The decoding time of the first sample, in units of the track's time scale.
    var decodeTime: UInt64
    /// The sum of the sample durations.
    var duration: UInt64
    /// The smallest composition time.
    var earliest: Int64
    /// The index of the first sync sample, counted from 0, and its composition time; nil if there is none.
    var sync: (sample: Int, time: Int64)?
    var sampleCount: Int
    var byteCount: UInt64
  }

  private var parts: [Part]
  /// The number of bytes of media data.
  private(set) var byteCount: UInt64 = 0
  private(set) var sampleCount = 0

  init(trackCount: Int) { parts = Array(repeating: Part(), count: trackCount) }

  var isEmpty: Bool { sampleCount == 0 }

  /// Removes all samples and keeps the allocated memory.
  mutating func removeAll() {
    for index in parts.indices {
      var rows: [Row] = []
      swap(&rows, &parts[index].rows)
      rows.removeAll(keepingCapacity: true)
      parts[index] = Part(rows: rows)
    }
    (byteCount, sampleCount) = (0, 0)
  }

  /// Whether a sample with this description fits into the current fragment: a track fragment has one sample description.
  func accepts(_ track: Int, description: UInt32) -> Bool { parts[track].rows.isEmpty || parts[track].description == description }

  mutating func append(
    _ track: Int, decodeTime: UInt64, duration: UInt32, offset: Int32, size: UInt32, isSync: Bool, dependency: UInt8, description: UInt32
  ) {
    // is_leading to sample_has_redundancy start at bit 20, sample_is_non_sync_sample is bit 16. If sample_depends_on is unknown, a sync
    // sample is marked as independent, any other sample as dependent.
    let known = dependency & 0x30 == 0 ? dependency | (isSync ? 0x20 : 0x10) : dependency
    let flags = UInt32(known) << 20 | (isSync ? 0 : 0x1_0000)
    if dependency != 0 { parts[track].knowsDependencies = true }
    let row = Row(duration: duration, size: size, flags: flags, offset: UInt32(bitPattern: offset))
    parts[track].append(row, decodeTime, description)
    byteCount += UInt64(size)
    sampleCount += 1
  }

  /// Builds the `moof` box. Media data follows a header of `dataHeader` bytes.
  func box(sequenceNumber: UInt32, trackIDs: [UInt32], rolls: [Bool], dataHeader: Int) throws(SyntaxError) -> [UInt8] {
    var builder = BoxBuilder()
    /// The offset of each data_offset field, and the offset of the run's samples in the media data.
    var places: [(field: Int, offset: UInt64)] = []
    var offset: UInt64 = 0
    try builder.box("moof") { (builder) throws(SyntaxError) in
      var header = MovieFragmentHeaderBox()
      header.sequenceNumber = sequenceNumber
      try builder.box(header)
      for index in parts.indices where !parts[index].rows.isEmpty {
        try builder.box("traf") { (builder) throws(SyntaxError) in
          try parts[index].writeHeaders(trackIDs[index], &builder)
          // data_offset follows the box header, version and flags, and sample_count: 16 bytes.
          places.append((builder.byteCount + 16, offset))
          try builder.box(parts[index].run)
          if rolls[index] {
            try builder.box(try MovieBoxes.rollGroup(of: UInt32(truncatingIfNeeded: parts[index].rows.count)))
          }
        }
        offset += parts[index].byteCount
      }
    }
    for place in places {
      guard let value = Int32(exactly: UInt64(builder.byteCount + dataHeader) + place.offset) else {
        throw SyntaxError(.overLimit("a fragment of more than 2 GiB"), element: "data_offset", path: ["trun"])
      }
      builder.set(UInt32(bitPattern: value), at: place.field)
    }
    return builder.bytes
  }
}

extension FragmentBuilder {
  /// The extents of all tracks with samples, in track order.
  var extents: [Extent] {
    var all: [Extent] = []
    for index in parts.indices where !parts[index].rows.isEmpty { all.append(parts[index].extent(of: index)) }
    return all
  }

  /// Appends the samples to the sample tables of a plain movie, as chunks at their positions in the media data, which starts at file offset
  /// `start`.
  func append(to tables: inout [TrackLayout], mediaDataAt start: UInt64) {
    var place = start
    for index in parts.indices where !parts[index].rows.isEmpty {
      parts[index].append(to: &tables[index], at: place)
      place += parts[index].byteCount
    }
  }
}

extension FragmentBuilder.Part {
  fileprivate func extent(of track: Int) -> FragmentBuilder.Extent {
    var extent = FragmentBuilder.Extent(
      track: track, decodeTime: decodeTime, duration: 0, earliest: Int64.max, sampleCount: rows.count, byteCount: byteCount)
    for (index, row) in rows.enumerated() {
      let (sum, overflow) = Int64(clamping: decodeTime + extent.duration).addingReportingOverflow(Int64(Int32(bitPattern: row.offset)))
      let time = overflow ? Int64.max : sum
      extent.earliest = min(extent.earliest, time)
      if extent.sync == nil, row.flags & 0x1_0000 == 0 { extent.sync = (index, time) }
      extent.duration += UInt64(row.duration)
    }
    return extent
  }

  fileprivate func append(to table: inout TrackLayout, at start: UInt64) {
    var place = start
    var chunk = ChunkLimit()
    for row in rows {
      let begins = chunk.begins(duration: row.duration, size: row.size, timescale: table.blueprint.timescale)
      table.samples.append(
        duration: row.duration, offset: Int32(bitPattern: row.offset), size: row.size, isSync: row.flags & 0x1_0000 == 0,
        dependency: knowsDependencies ? UInt8(truncatingIfNeeded: row.flags >> 20) : 0, chunkAt: begins ? place : nil,
        description: description)
      place += UInt64(row.size)
    }
  }

  fileprivate mutating func append(_ row: FragmentBuilder.Row, _ decodeTime: UInt64, _ description: UInt32) {
    if let first = rows.first {
      if row.duration != first.duration { differing |= 0x100 }
      if row.size != first.size { differing |= 0x200 }
      if row.flags != first.flags { differing |= 0x400 }
      if rows.count > 1, row.flags != rows[1].flags { hasLaterFlags = true }
    } else {
      (self.decodeTime, self.description) = (decodeTime, description)
    }
    if row.offset != 0 { differing |= 0x800 }
    if Int32(bitPattern: row.offset) < 0 { hasNegativeOffsets = true }
    rows.append(row)
    byteCount += UInt64(row.size)
  }

  /// Whether only the flags of the first sample differ: the `trun` then has first_sample_flags, and the `tfhd` the flags of the others.
  private var isOnlyFirstOther: Bool { differing & 0x400 != 0 && !hasLaterFlags }

  /// Writes `tfhd` with the values common to all samples, and `tfdt`.
  fileprivate func writeHeaders(_ trackID: UInt32, _ builder: inout BoxBuilder) throws(SyntaxError) {
    var header = TrackFragmentHeaderBox()
    header.trackID = trackID
    header.flags = TrackFragmentHeaderBox.defaultBaseIsMoof
    if description != 1 {
      header.flags |= 0x2
      header.sampleDescriptionIndex = description
    }
    if differing & 0x100 == 0 {
      header.flags |= 0x8
      header.defaultSampleDuration = rows.first?.duration
    }
    if differing & 0x200 == 0 {
      header.flags |= 0x10
      header.defaultSampleSize = rows.first?.size
    }
    if differing & 0x400 == 0 || isOnlyFirstOther {
      header.flags |= 0x20
      header.defaultSampleFlags = rows.last.map { SampleFlags(rawValue: $0.flags) }
    }
    try builder.box(header)
    var time = TrackFragmentBaseMediaDecodeTimeBox()
    time.baseMediaDecodeTime = decodeTime
    time.version = decodeTime > 0xFFFF_FFFF ? 1 : 0
    try builder.box(time)
  }

  /// The `trun` box, with a data offset of 0 to be filled in later.
  fileprivate var run: TrackRunBox {
    var box = TrackRunBox()
    box.version = hasNegativeOffsets ? 1 : 0
    box.dataOffset = 0
    box.sampleCount = UInt32(truncatingIfNeeded: rows.count)
    let layout = isOnlyFirstOther ? differing & ~0x400 : differing
    box.flags = 0x1 | layout
    if isOnlyFirstOther {
      box.flags |= 0x4
      box.firstSampleFlags = rows.first.map { SampleFlags(rawValue: $0.flags) }
    }
    var packed: [UInt8] = []
    packed.reserveCapacity(rows.count * TrackRunBox.Sample.byteCount(layout: layout))
    for row in rows {
      if layout & 0x100 != 0 { packed.append(bigEndian: row.duration) }
      if layout & 0x200 != 0 { packed.append(bigEndian: row.size) }
      if layout & 0x400 != 0 { packed.append(bigEndian: row.flags) }
      if layout & 0x800 != 0 { packed.append(bigEndian: row.offset) }
    }
    box.samples = PackedTable(packed: packed, count: rows.count, layout: box.layout)
    return box
  }
}
