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
  }

  /// How an MP4 is laid out.
  public var layout = Layout.plain
  /// Sample entries by which parameter sets may stand in samples: `avc3` and `hev1`.
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
}

/// What was carried.
public struct CarryReport: Sendable, Equatable {
  /// Samples that were written.
  public var samples: UInt64 = 0
  /// Bytes that were written.
  public var bytes: UInt64 = 0
  /// What is wrong with the source, or could not be kept.
  public var findings: [String] = []
}
