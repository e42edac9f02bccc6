/// A frame as a tag carries it, its data apart.
public struct FLVSample: Sendable, Hashable {
  /// The kind of a video frame; nil for sound.
  public var frameType: VideoFrameType?
  /// Milliseconds, 0 or more. A tag holds the low 32 bits: behind 2^32 − 1, after 49.7 days, they begin at 0 again, and a reader has to
  /// go on from the tag before (`TagHeader.milliseconds(since:)`).
  public var decodeTime: Int64
  /// Milliseconds from decoding to presentation, −2^23 to 2^23 − 1; 0 for sound and for codecs that know no such thing.
  public var compositionTime: Int64 = 0

  /// A video frame.
  public static func video(_ frameType: VideoFrameType, at decodeTime: Int64, compositionTime: Int64 = 0) -> FLVSample {
    FLVSample(frameType: frameType, decodeTime: decodeTime, compositionTime: compositionTime)
  }

  /// A frame of sound.
  public static func audio(at decodeTime: Int64) -> FLVSample { FLVSample(frameType: nil, decodeTime: decodeTime) }
}

/// Bytes to put over those which a file has in a place.
public struct FLVPatch: Sendable, Equatable {
  /// The file's byte at which the first of them belongs.
  public var offset: UInt64
  /// As many as are replaced.
  public var bytes: [UInt8]
}
