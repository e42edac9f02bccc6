import BitstreamKit

/// Lays out a movie: it is told of samples and makes all bytes of the file but theirs. Sans I/O: whoever drives it writes the samples
/// in the order in which they were told; in a fragment, those of the first track first, then those of the next.
///
/// A plain movie: write `beginning`, then samples, then `end()`, and put `mediaDataHeader` where it says. With the `moov` in front:
/// tell all samples first, then write `front()` and the samples. In fragments: write `beginning`, and before the samples of a fragment
/// what `endFragment()` gives.
public struct MovieMuxer: Sendable {
  /// How the file is laid out.
  public enum Layout: Sendable {
    /// `moov` behind the media data, or in front of it.
    case plain
    /// A `moov` without samples, then fragments.
    case fragmented
    /// The same, and in the end a `moov` that has all samples where they lie in the fragments.
    case hybrid
  }

  /// A sample that is told: all but its bytes.
  public struct Entry: Sendable {
    /// The index of its track among the blueprints.
    public var track: Int
    /// In units of the track's time scale.
    public var duration: UInt32
    /// Composition time minus decoding time.
    public var compositionOffset: Int32
    /// In bytes.
    public var size: UInt32
    /// Whether decoding can start here.
    public var isSync: Bool
    /// As `Sample.dependency` has it; 0 where nothing is known.
    public var dependency: UInt8
    /// The entry of `stsd`, counted from 1.
    public var descriptionIndex: UInt32

    /// A sample of the first description.
    public init(
      track: Int, duration: UInt32, compositionOffset: Int32 = 0, size: UInt32, isSync: Bool, dependency: UInt8 = 0,
      descriptionIndex: UInt32 = 1
    ) {
      self.track = track
      self.duration = duration
      self.compositionOffset = compositionOffset
      self.size = size
      self.isSync = isSync
      self.dependency = dependency
      self.descriptionIndex = descriptionIndex
    }
  }

  /// The movie as a whole, for what is known late only.
  public var movie: MovieBlueprint
  let layout: Layout
  var tracks: [TrackLayout]
  private var lastTrack = -1
  private var chunk = ChunkLimit()
  /// Bytes of media data in a plain movie.
  public private(set) var mediaByteCount: UInt64 = 0
  var fragment: FragmentBuilder
  var sequenceNumber: UInt32 = 0
  var times: [UInt64]
  /// When the last of each track's samples in fragments has been shown, before the edit list.
  var ends: [Int64]
  /// Where fragments lie, for those who want an index of them.
  var index: FragmentIndex?
  var accesses: [RandomAccessTable]
  /// Tracks whose edit lists are what `announceStart` made.
  var announced: Set<Int> = []

  /// A movie of tracks whose samples are still to come.
  public init(_ movie: MovieBlueprint, tracks: [TrackBlueprint], layout: Layout) {
    self.movie = movie
    self.layout = layout
    self.tracks = tracks.map { TrackLayout(blueprint: $0, samples: SampleTableBuilder()) }
    fragment = FragmentBuilder(trackCount: tracks.count)
    times = Array(repeating: 0, count: tracks.count)
    ends = Array(repeating: 0, count: tracks.count)
    accesses = Array(repeating: RandomAccessTable(), count: tracks.count)
  }

  /// The blueprint of a track, for what is known late only: where it starts on the timeline.
  public subscript(track index: Int) -> TrackBlueprint {
    get { tracks[index].blueprint }
    set { tracks[index].blueprint = newValue }
  }

  /// Tells of the next sample. In a fragmented movie, one that a fragment under way cannot take has to wait for the next
  /// (`fragmentAccepts`).
  public mutating func append(_ entry: Entry) {
    switch layout {
    case .plain:
      if entry.track != lastTrack || !tracks[entry.track].samples.continues(description: entry.descriptionIndex) { chunk = ChunkLimit() }
      let begins = chunk.begins(duration: entry.duration, size: entry.size, timescale: tracks[entry.track].blueprint.timescale)
      lastTrack = entry.track
      tracks[entry.track].samples.append(
        duration: entry.duration, offset: entry.compositionOffset, size: entry.size, isSync: entry.isSync, dependency: entry.dependency,
        chunkAt: begins ? mediaByteCount : nil, description: entry.descriptionIndex)
      mediaByteCount += UInt64(entry.size)
    case .fragmented, .hybrid:
      fragment.append(
        entry.track, decodeTime: times[entry.track], duration: entry.duration, offset: entry.compositionOffset, size: entry.size,
        isSync: entry.isSync, dependency: entry.dependency, description: entry.descriptionIndex)
      times[entry.track] += UInt64(entry.duration)
      ends[entry.track] = max(ends[entry.track], Int64(clamping: times[entry.track]) &+ Int64(entry.compositionOffset))
    }
  }

  // MARK: - Plain

  /// What the file begins with: `ftyp`, and for fragments the `moov`. In a plain movie whose `moov` comes last, the header of the media
  /// data follows, sixteen bytes that `mediaDataHeader` says.
  public func beginning() throws(SyntaxError) -> [UInt8] {
    let type = try fileType()
    if layout == .plain { return type }
    return type + (try fragmentsHeader())
  }

  /// The header of the media data of a plain movie whose `moov` comes last: always sixteen bytes. Below 4 GiB a box of no use takes up
  /// the room that a long size would.
  public static func mediaDataHeader(_ byteCount: UInt64) -> [UInt8] {
    if byteCount + 8 > 0xFFFF_FFFF { return BoxHeader("mdat", size: byteCount + 16, form: .large).encoded }
    return BoxHeader("free", size: 8).encoded + BoxHeader("mdat", size: byteCount + 8).encoded
  }

  /// The `moov` of a plain movie whose media data begins at a byte of the file.
  public func end(mediaDataAt start: UInt64) throws(SyntaxError) -> BoxBuilder {
    let isLarge = tracks.contains { $0.samples.lastChunkOffset + start > 0xFFFF_FFFF }
    return try MovieBoxes.movie(movie, tracks, shift: start, isLarge: isLarge)
  }

  /// All that stands before the samples of a plain movie whose `moov` comes first, once all samples have been told.
  public func front() throws(SyntaxError) -> BoxBuilder {
    var builder = BoxBuilder()
    builder.raw(try MovieBoxes.fileType(movie))
    let header = Self.mediaDataHeader(mediaByteCount)
    var isLarge = mediaByteCount > 0xF000_0000
    var start = try frontSize(builder.byteCount + header.count, isLarge: isLarge)
    if !isLarge, tracks.contains(where: { $0.samples.lastChunkOffset + start > 0xFFFF_FFFF }) {
      isLarge = true
      start = try frontSize(builder.byteCount + header.count, isLarge: true)
    }
    builder.raw(try MovieBoxes.movie(movie, tracks, shift: start, isLarge: isLarge))
    builder.raw(header)
    return builder
  }

  /// A `moov` is as large wherever its chunks lie.
  private func frontSize(_ others: Int, isLarge: Bool) throws(SyntaxError) -> UInt64 {
    UInt64(others + (try MovieBoxes.movie(movie, tracks, shift: 0, isLarge: isLarge)).byteCount)
  }
}
