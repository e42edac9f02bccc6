import BitstreamKit

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
  }

  /// How an MP4 is laid out.
  public var layout = Layout.plain
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
