import AACKit

/// The configuration an AAC decoder needs.
public struct AudioConfiguration: Sendable, Equatable {
  /// The configuration as stored in MP4 and FLV.
  public var config: AudioSpecificConfig
  /// The number of priming frames to discard at the start; nil if unknown.
  public var priming: Int?
  /// The number of input frames; nil while more may follow.
  public var frameCount: UInt64?
}
