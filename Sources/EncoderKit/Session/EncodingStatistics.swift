import BitstreamKit

/// How far a session has come.
public struct EncodingStatistics: Sendable, Equatable {
  /// One of the encoders.
  public struct Encoder: Sendable, Equatable {
    /// What it is called.
    public var name: String
    /// What comes out.
    public var codec: VideoEncoderSettings.Codec
    /// Pictures that it was given.
    public var pictureCount: UInt64 = 0
    /// Pictures that were left out because it had no room.
    public var droppedCount: UInt64 = 0
    /// Access units that came out.
    public var unitCount: UInt64 = 0
    /// Bytes of them.
    public var byteCount: UInt64 = 0
    /// The latest time at which one of them is shown.
    public var duration: MediaTime?

    /// Bits in a second of what is shown, so far; nil where that is too short to say.
    public var bitRate: Double? {
      guard let seconds = duration?.seconds, seconds > 0 else { return nil }
      return Double(byteCount) * 8 / seconds
    }
  }

  /// Seconds since it began.
  public var elapsed: Double
  /// Pictures that came from the source.
  public var pictureCount: UInt64
  /// Pictures that the source has; nil where nobody knows.
  public var expectedCount: UInt64?
  /// The time of the last picture.
  public var lastTime: MediaTime?
  /// The encoders in their order.
  public var encoders: [Encoder]
  /// Bytes of sound that came out.
  public var soundByteCount: UInt64
  /// Whether it was stopped before the source ended.
  public var wasStopped: Bool

  /// Pictures in a second of work, by the slowest encoder.
  public var rate: Double {
    let slowest = encoders.map(\.unitCount).min() ?? pictureCount
    return elapsed > 0 ? Double(slowest) / elapsed : 0
  }

  /// Seconds of work that are left, by the slowest encoder; nil where nobody knows.
  public var timeLeft: Double? {
    guard let expectedCount, rate > 0 else { return nil }
    let slowest = encoders.map { $0.unitCount + $0.droppedCount }.min() ?? pictureCount
    return expectedCount > slowest ? Double(expectedCount - slowest) / rate : 0
  }
}
