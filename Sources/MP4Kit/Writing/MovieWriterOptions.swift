import BitstreamKit

/// The file layout of a `MovieWriter`.
public enum MovieLayout: Sendable {
  /// `moov` after `mdat`. Not playable before `finishWriting`; requires a seekable output.
  case plain
  /// `moov` before `mdat` (fast start), in `reserving` bytes of reserved space. If the `moov` is larger, `finishWriting` moves the media
  /// data to make room; if the output is not readable, it writes the `moov` last instead.
  case faststart(reserving: Int = 0)
  /// A `moov` without samples, then fragments: playable at any time, and can be written to a pipe.
  case fragmented(MovieFragmentOptions = MovieFragmentOptions())
  /// Fragments while recording; `finishWriting` turns them into a plain movie in place by appending a `moov` and then writing 16 bytes at
  /// the beginning. Playable at any time, also between any two writes; requires a seekable output.
  case hybrid(MovieFragmentOptions = MovieFragmentOptions())
}

/// The fragment boundaries, and the boxes around fragments.
public struct MovieFragmentOptions: Sendable {
  /// The minimum duration of a fragment, which ends before the first sync sample after it; measured on the first video track, else on the
  /// first track.
  public var movieFragmentInterval = MediaTime(milliseconds: 2000)
  /// Whether fragments begin with a sync sample; false to end a fragment before any sample.
  public var beginsWithSyncSample = true
  /// The maximum duration of a fragment, even without a sync sample.
  public var longestInterval = MediaTime(milliseconds: 10_000)
  /// The number of queued bytes at which a fragment ends, even without a sync sample. Memory use is at most about twice as much.
  public var byteLimit = 8 << 20
  /// Whether each track has its own `moof`.
  public var separatesTracks = false
  /// Whether to use CMAF brands; a CMAF track file has one track.
  public var isCMAF = false
  /// Whether each fragment is preceded by a `styp`.
  public var writesSegmentTypes = false
  /// The segment index (`sidx`).
  public var segmentIndex = SegmentIndex.none
  /// Whether to write an `mfra` at the end: the first sync sample of each video track in each fragment. Not used in the hybrid layout.
  public var writesRandomAccessIndex = true
  /// The number of bytes reserved after the `moov` for later sample descriptions, if the output is seekable; 0 for none.
  public var descriptionRoom = 1024

  /// The scope of a `sidx`.
  public enum SegmentIndex: Sendable, Equatable {
    /// No `sidx`.
    case none
    /// One `sidx` per fragment, before it.
    case perFragment
    /// One `sidx` for all fragments at the beginning of the file, with space for `entries` entries. If there are more fragments, adjacent
    /// ones share an entry. Requires a seekable output.
    case front(entries: Int)
  }

  /// Fragments of at least two seconds that begin with a sync sample.
  public init() {}

  /// Fragments with another minimum duration.
  public init(interval: MediaTime) { movieFragmentInterval = interval }
}

/// The properties of a movie other than its tracks.
public struct MovieWriterOptions: Sendable {
  /// The representation of composition times that differ from decoding times.
  public enum CompositionOffsets: Sendable {
    /// Non-negative offsets, and an edit list that removes the resulting delay. Compatible with all players, and allowed in CMAF. Where
    /// pictures are presented before their decoding times, as in times that both count from 0, decoding times are moved by what the
    /// pictures of the first second, or in fragments the first group of reordered pictures, need.
    case editList
    /// Signed offsets, without a delay or an edit list. Players based on FFmpeg show the pictures of fragments late by the delay.
    case signed
  }

  /// The movie's time scale in units per second, 1 to 2^32 − 1; nil to derive it from the tracks.
  public var timescale: UInt32?
  /// The composition offsets.
  public var compositionOffsets = CompositionOffsets.editList
  /// The major and compatible brands; nil for those of the layout.
  public var brands: (major: FourCC, compatible: [FourCC])?
  /// Metadata such as title and artist.
  public var metadata: [MovieMetadataItem] = []
  /// The creation time in seconds since 1904-01-01 UTC; 0 if unknown.
  public var creationTime: UInt64 = 0
  /// How far a track can run ahead of another one before the writer stops waiting for the slow track.
  public var patience = MediaTime(milliseconds: 4000)
  /// Whether to write H.264 and H.265 samples as they are even if their NAL unit lengths do not add up to their sizes, as in a recording
  /// of a damaged stream; otherwise they are errors.
  public var keepsDamagedSamples = false

  /// Default options.
  public init() {}
}

/// A fragment that has been written.
public struct MovieFragmentReport: Sendable, Equatable {
  /// The fragment number, counted from 1; 0 for the bytes before the first fragment.
  public var number: UInt32
  /// The offset in the file, including its own `styp` and `sidx`.
  public var offset: UInt64
  /// The size in bytes.
  public var byteCount: UInt64
  /// The decoding time of the first sample of the lead track, relative to the start of the session.
  public var time: MediaTime
  /// The duration of the lead track's samples.
  public var duration: MediaTime
  /// Whether they begin with a sync sample.
  public var beginsWithSyncSample: Bool
}
