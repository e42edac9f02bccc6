import BitstreamKit
import MP4Kit

/// Options for remuxing.
public struct CarryOptions: Sendable {
  /// The layout of an MP4.
  public enum Layout: Sendable, Equatable {
    /// `moov` after the media data.
    case plain
    /// `moov` before the media data.
    case faststart
    /// Fragments of at least this duration, each starting with a key picture if there is video.
    case fragmented(MediaTime)
    /// The same fragments, converted in place to a plain movie at the end: playable at any moment.
    case hybrid(MediaTime)

    /// Whether a `moov` is written before the samples are known.
    var isOfFragments: Bool {
      switch self {
      case .fragmented, .hybrid: true
      case .plain, .faststart: false
      }
    }
  }

  /// The layout of an MP4.
  public var layout = Layout.plain
  /// Whether to use sample entries that allow parameter sets in samples (`avc3`, `hev1`). Sets that change are then in the samples instead of
  /// in further sample descriptions.
  public var setsInSamples = false
  /// Whether a QuickTime movie becomes an ISO file. It remains one if a track has a sample entry that only QuickTime files have.
  public var convertsQuickTime = false
  /// The major brand of an ISO file without fragments, such as `M4A ` of one with sound alone; nil for `isom`.
  public var majorBrand: FourCC?
  /// Metadata items to write to an MP4.
  public var metadata: [MovieMetadataItem] = []
  /// Whether fragments carry CMAF brands, which a file of several tracks does not get (ISO/IEC 23000-19:2020, 7.3.1).
  public var isCMAF = false
  /// Number of fragments for which to reserve entries in the index before them, if the output is seekable; with more fragments, adjacent
  /// ones share an entry. 0 for no index.
  public var indexEntries = 256
  /// Indices of the tracks to remux; nil for all.
  public var tracks: [Int]?
  /// The codec of an output of a single track; nil for any that the target holds.
  public var codec: MediaCodec?
  /// Whether to write H.265 in FLV with codec ID 12, which older players know, instead of the enhanced header.
  public var legacyHEVC = false
  /// Whether to write a key frame index to an FLV, if the output is seekable.
  public var keyframeIndex = false
  /// The number of entries for which the key frame index of an FLV has room; with more key frames, some are left out.
  public var keyframeCapacity = 4096
  /// What the copy states otherwise than the source, by track index.
  public var corrections: [Int: TrackCorrection] = [:]
  /// Whether edits that reach past the end of the media are shortened. They always are if samples are missing.
  public var clipsEdits = false
  /// Whether timestamps of an FLV that return to 0 or run backwards continue after the ones before.
  public var repairsTimes = true

  /// Creates options for all tracks, with `moov` after the media data.
  public init() {}

  /// Whether a track gets a single sample description, and parameter sets that change are in the samples: on request, and in fragments. Fragments select a description in their header, which FFmpeg and players based on it ignore; parameter sets in samples work
  /// everywhere.
  var hasOneDescription: Bool {
    if case .fragmented = layout { return true }
    return setsInSamples
  }
}

/// The result of remuxing.
public struct CarryReport: Sendable, Equatable {
  /// Number of samples written.
  public var samples: UInt64 = 0
  /// Number of bytes written.
  public var bytes: UInt64 = 0
  /// Problems in the source, and properties that could not be kept.
  public var findings: [String] = []
  /// For each track with `TrackCorrection.edits` whether a parameter set had the element of each edit.
  public var appliedEdits: [Int: [Bool]] = [:]
  /// Decisions to report to the user.
  public var notes: [String] = []

  /// Creates the report of nothing written.
  public init() {}
}
