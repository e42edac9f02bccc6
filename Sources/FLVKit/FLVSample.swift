/// The properties of a frame, without its data.
public struct FLVSample: Sendable, Hashable {
  /// The type of a video frame; nil for audio.
  public var frameType: VideoFrameType?
  /// The decode time in milliseconds, 0 or more. A tag stores the low 32 bits, which wrap after 49.7 days; a reader has to unwrap them
  /// from the previous tag (`TagHeader.milliseconds(since:)`).
  public var decodeTime: Int64
  /// The composition time offset in milliseconds, −2^23 to 2^23 − 1; 0 for audio and for codecs without reordering.
  public var compositionTime: Int64 = 0

  /// Creates a video frame.
  public static func video(_ frameType: VideoFrameType, at decodeTime: Int64, compositionTime: Int64 = 0) -> FLVSample {
    FLVSample(frameType: frameType, decodeTime: decodeTime, compositionTime: compositionTime)
  }

  /// Creates an audio frame.
  public static func audio(at decodeTime: Int64) -> FLVSample { FLVSample(frameType: nil, decodeTime: decodeTime) }
}

/// Bytes to overwrite in a file.
public struct FLVPatch: Sendable, Equatable {
  /// The file offset of the bytes.
  public var offset: UInt64
  /// The new bytes, as many as are replaced.
  public var bytes: [UInt8]
}
