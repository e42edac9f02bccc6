import BitstreamKit
import NALKit

/// The progress of a session.
public struct EncodingStatistics: Sendable, Equatable {
  /// The progress of one encoder.
  public struct Encoder: Sendable, Equatable {
    /// The encoder's name.
    public var name: String
    /// The output codec.
    public var codec: VideoEncoderSettings.Codec
    /// The number of input pictures.
    public var pictureCount: UInt64 = 0
    /// The number of pictures dropped because the queue was full.
    public var droppedCount: UInt64 = 0
    /// The number of access units output.
    public var unitCount: UInt64 = 0
    /// The number of bytes output.
    public var byteCount: UInt64 = 0
    /// The latest presentation end time of the output.
    public var duration: MediaTime?

    /// The average bit rate so far in bits per second; nil if there is no duration yet.
    public var bitRate: Double? {
      guard let seconds = duration?.seconds, seconds > 0 else { return nil }
      return Double(byteCount) * 8 / seconds
    }
  }

  /// Seconds since the start.
  public var elapsed: Double
  /// The number of pictures from the source.
  public var pictureCount: UInt64
  /// The total number of pictures of the source; nil if unknown.
  public var expectedCount: UInt64?
  /// The presentation time of the last picture.
  public var lastTime: MediaTime?
  /// The encoders in order of addition.
  public var encoders: [Encoder]
  /// The number of audio bytes output.
  public var soundByteCount: UInt64
  /// Whether the session was stopped before the end of the source.
  public var wasStopped: Bool

  /// Pictures encoded per second, by the slowest encoder.
  public var rate: Double {
    let slowest = encoders.map(\.unitCount).min() ?? pictureCount
    return elapsed > 0 ? Double(slowest) / elapsed : 0
  }

  /// The estimated seconds left, by the slowest encoder; nil if unknown.
  public var timeLeft: Double? {
    guard let expectedCount, rate > 0 else { return nil }
    let slowest = encoders.map { $0.unitCount + $0.droppedCount }.min() ?? pictureCount
    return expectedCount > slowest ? Double(expectedCount - slowest) / rate : 0
  }
}
