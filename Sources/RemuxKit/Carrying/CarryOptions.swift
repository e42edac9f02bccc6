import BitstreamKit
import MP4Kit

/// How media is carried from one file to another.
public struct CarryOptions: Sendable {
  /// How an MP4 is laid out.
  public enum Layout: Sendable, Equatable {
    /// `moov` behind the media data.
    case plain
    /// `moov` in front of the media data.
    case faststart
    /// Fragments, each of at least so long and beginning with a key picture where there is video.
    case fragmented(MediaTime)
    /// Such fragments, which in the end become one plain movie where they lie: can be played at any moment.
    case hybrid(MediaTime)

    /// Whether a `moov` is written before the samples are known.
    var isOfFragments: Bool {
      switch self {
      case .fragmented, .hybrid: true
      case .plain, .faststart: false
      }
    }
  }

  /// How an MP4 is laid out.
  public var layout = Layout.plain
  /// Sample entries by which parameter sets may stand in samples: `avc3` and `hev1`. Where they change in a bare stream they stay in the
  /// samples, which else get a sample description for each configuration.
  public var setsInSamples = false
  /// What people want to know about an MP4.
  public var metadata: [MovieMetadataItem] = []
  /// The brands of CMAF in fragments.
  public var isCMAF = false
  /// For how many fragments there is room in the index in front of them, where the output can go back; where more come, neighbours share
  /// an entry. 0 for no index.
  public var indexEntries = 256
  /// The indices of the tracks to be carried; nil for all.
  public var tracks: [Int]?
  /// H.265 in FLV by the number 12 that older players know, and not by the enhanced header.
  public var legacyHEVC = false
  /// An index of key frames in FLV, where the output can go back.
  public var keyframeIndex = false

  /// All tracks, `moov` behind the media data.
  public init() {}

  /// Whether the pictures of a bare stream all go by its first configuration, and parameter sets that change stay in the samples: where
  /// that was asked for, and in fragments. There a description is named by the header of a fragment, which FFmpeg and players made with it
  /// do not heed; what stands in the samples everybody reads.
  var hasOneDescription: Bool {
    if case .fragmented = layout { return true }
    return setsInSamples
  }
}

/// What was carried.
public struct CarryReport: Sendable, Equatable {
  /// Samples that were written.
  public var samples: UInt64 = 0
  /// Bytes that were written.
  public var bytes: UInt64 = 0
  /// What is wrong with the source, or could not be kept.
  public var findings: [String] = []
  /// What was decided, for people to read.
  public var notes: [String] = []
}
