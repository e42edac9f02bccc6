import BitstreamKit

/// Lays out a movie: given the properties of the samples, it produces all bytes of the file except sample data. It performs no I/O: the
/// caller writes the samples in the order in which they were appended; in a fragment, all samples of the first track, then those of the
/// next.
///
/// For a plain movie, write `beginning`, a 16-byte header, the samples and `end()`, then replace the 16-byte header with `mediaDataHeader`.
/// To put the `moov` first, append all samples, then write `front()` and the samples. For a fragmented movie, write `beginning`, and the
/// result of `endFragment()` before the samples of each fragment.
public struct MovieMuxer: Sendable {
  /// The file layout.
  public enum Layout: Sendable {
    /// One `moov`, after or before the media data.
    case plain
    /// A `moov` without samples, then fragments.
    case fragmented
    /// Fragments, and at the end a `moov` that lists all samples at their positions in the fragments.
    case hybrid
  }

  /// The properties of a sample, without its data.
  public struct Entry: Sendable {
    /// The index of the track.
    public var track: Int
    /// The duration in units of the track's time scale.
    public var duration: UInt32
    /// Composition time minus decoding time, in units of the track's time scale.
    public var compositionOffset: Int32
    /// The size in bytes.
    public var size: UInt32
    /// Whether this is a sync sample.
    public var isSync: Bool
    /// The dependency flags in the format of `Sample.dependency`; 0 if unknown.
    public var dependency: UInt8
    /// The index of the sample description in `stsd`, counted from 1.
    public var descriptionIndex: UInt32

    /// Creates an entry; the sample description defaults to the first.
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

  /// The properties of the movie; can be changed until the `moov` is written.
  public var movie: MovieBlueprint
  let layout: Layout
  var tracks: [TrackLayout]
  private var lastTrack = -1
  private var chunk = ChunkLimit()
  /// The number of bytes of media data in a plain movie.
  public private(set) var mediaByteCount: UInt64 = 0
  var fragment: FragmentBuilder
  var sequenceNumber: UInt32 = 0
  var times: [UInt64]
  /// The latest composition end time of each track in fragments, without the edit list.
  var ends: [Int64]
  /// The segment index, if one is requested.
  var index: FragmentIndex?
  var accesses: [RandomAccessTable]
  /// Tracks whose edit lists were created by `announceStart`.
  var announced: Set<Int> = []

  /// A movie with tracks but no samples yet.
  public init(_ movie: MovieBlueprint, tracks: [TrackBlueprint], layout: Layout) {
    self.movie = movie
    self.layout = layout
    self.tracks = tracks.map { TrackLayout(blueprint: $0, samples: SampleTableBuilder()) }
    fragment = FragmentBuilder(trackCount: tracks.count)
    times = Array(repeating: 0, count: tracks.count)
    ends = Array(repeating: 0, count: tracks.count)
    accesses = Array(repeating: RandomAccessTable(), count: tracks.count)
  }

  /// The blueprint of a track; can be changed until the `moov` is written.
  public subscript(track index: Int) -> TrackBlueprint {
    get { tracks[index].blueprint }
    set { tracks[index].blueprint = newValue }
  }

  /// Appends the next sample. In a fragmented movie, end the current fragment first if it cannot take the sample (`fragmentAccepts`).
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

  /// The start of the file: `ftyp`, and for fragmented layouts the `moov`. In a plain movie with the `moov` last, a 16-byte header follows,
  /// later replaced by `mediaDataHeader`.
  public func beginning() throws(SyntaxError) -> [UInt8] {
    let type = try fileType()
    if layout == .plain { return type }
    return type + (try fragmentsHeader())
  }

  /// The header of the media data of a plain movie with the `moov` last, always 16 bytes. Below 4 GiB, a `free` box takes the place of the
  /// 64-bit size.
  public static func mediaDataHeader(_ byteCount: UInt64) -> [UInt8] {
    if byteCount + 8 > 0xFFFF_FFFF { return BoxHeader("mdat", size: byteCount + 16, form: .large).encoded }
    return BoxHeader("free", size: 8).encoded + BoxHeader("mdat", size: byteCount + 8).encoded
  }

  /// The `moov` of a plain movie whose media data starts at file offset `start`.
  public func end(mediaDataAt start: UInt64) throws(SyntaxError) -> BoxBuilder {
    let isLarge = tracks.contains { $0.samples.lastChunkOffset + start > 0xFFFF_FFFF }
    return try MovieBoxes.movie(movie, tracks, shift: start, isLarge: isLarge)
  }

  /// The bytes before the samples of a plain movie with the `moov` first. Append all samples before calling it.
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

  /// The size of the `moov` does not depend on the values of the chunk offsets.
  private func frontSize(_ others: Int, isLarge: Bool) throws(SyntaxError) -> UInt64 {
    UInt64(others + (try MovieBoxes.movie(movie, tracks, shift: 0, isLarge: isLarge)).byteCount)
  }
}
