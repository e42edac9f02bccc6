import BitstreamKit

/// How the file of a `MovieWriter` is laid out.
public enum MovieLayout: Sendable {
  /// `moov` behind the media data. Nothing can be played before `finishWriting`; the output must be able to go back.
  case plain
  /// `moov` in front of the media data, in room of so many bytes that is left for it. Where it turns out to be larger, or no room is left
  /// at all, the media data is moved back in the end, for which the output has to be readable; where it is not, `moov` comes last.
  case faststart(reserving: Int = 0)
  /// A `moov` without samples, then fragments: can be played at any moment, and written to a pipe.
  case fragmented(MovieFragmentOptions = MovieFragmentOptions())
  /// Fragments while it is recorded, which `finishWriting` turns into a plain movie where they lie, by writing one `moov` behind them and
  /// then sixteen bytes in front. Can be played at any moment, also between any two writes; the output must be able to go back.
  case hybrid(MovieFragmentOptions = MovieFragmentOptions())
}

/// When a fragment ends, and what stands around fragments.
public struct MovieFragmentOptions: Sendable {
  /// A fragment ends in front of the first sync sample behind so long, counted by the first track of video, or the first of all.
  public var movieFragmentInterval = MediaTime(milliseconds: 2000)
  /// Whether it has to be a sync sample; false for fragments that end in front of any sample.
  public var beginsWithSyncSample = true
  /// A fragment is no longer than this, sync sample or not.
  public var longestInterval = MediaTime(milliseconds: 10_000)
  /// A fragment ends when so many bytes wait, sync sample or not: what is held in memory is about twice as much at most.
  public var byteLimit = 8 << 20
  /// A `moof` of its own for each track, in place of one for all.
  public var separatesTracks = false
  /// The brands of CMAF; a CMAF track file has one track.
  public var isCMAF = false
  /// A `styp` in front of each fragment.
  public var writesSegmentTypes = false
  /// Where to find fragments by time.
  public var segmentIndex = SegmentIndex.none
  /// `mfra` at the end: the sync samples of each track of video that begin a fragment. Not in the hybrid layout.
  public var writesRandomAccessIndex = true
  /// Room behind the `moov` for sample descriptions that come up later, where the output can go back; 0 for none.
  public var descriptionRoom = 1024

  /// What a `sidx` indexes.
  public enum SegmentIndex: Sendable, Equatable {
    /// There is none.
    case none
    /// The one fragment behind it.
    case perFragment
    /// All fragments, from the front of the file; there is room for so many, and where more come, neighbours share an entry. Needs an
    /// output that can go back.
    case front(entries: Int)
  }

  /// Fragments of two seconds or more that begin with a sync sample.
  public init() {}

  /// Fragments of another length.
  public init(interval: MediaTime) { movieFragmentInterval = interval }
}

/// What is to be written about a movie besides its tracks.
public struct MovieWriterOptions: Sendable {
  /// How composition times that differ from decoding times are told.
  public enum CompositionOffsets: Sendable {
    /// By offsets of at least 0, and an edit list that takes away the delay that they bring: what every player understands.
    case editList
    /// By offsets of both signs, without delay and without edit list.
    case signed
  }

  /// Units in a second of the movie's own times, 1 to 2^32 − 1; nil for one that suits the tracks.
  public var timescale: UInt32?
  /// nil for `signed` in fragments and `editList` elsewhere.
  public var compositionOffsets: CompositionOffsets?
  /// The brand that describes the file best, and all brands; nil for those that the layout asks for.
  public var brands: (major: FourCC, compatible: [FourCC])?
  /// What people want to know: title, artist and the like.
  public var metadata: [MovieMetadataItem] = []
  /// Seconds since the first of January 1904, UTC; 0 for what nobody said. No clock is ever asked.
  public var creationTime: UInt64 = 0
  /// How far a track may run ahead of one that gives nothing, before what it has is written without waiting.
  public var patience = MediaTime(milliseconds: 4000)

  /// No metadata, and all else as the layout asks for.
  public init() {}
}

/// A fragment that was written.
public struct MovieFragmentReport: Sendable, Equatable {
  /// Counted from 1; 0 for what stands before the first fragment.
  public var number: UInt32
  /// Where it starts in the file, `styp` and `sidx` of its own included.
  public var offset: UInt64
  /// How many bytes it takes.
  public var byteCount: UInt64
  /// The decoding time of the first sample of the track that decides on fragments, counted from the start of the session.
  public var time: MediaTime
  /// How long that track's samples last.
  public var duration: MediaTime
  /// Whether they begin with a sync sample.
  public var beginsWithSyncSample: Bool
}
