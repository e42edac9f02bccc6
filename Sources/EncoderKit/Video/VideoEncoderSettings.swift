import BitstreamKit
import NALKit

/// Settings of a video encoder. The picture size and frame rate are those of the input pictures.
public struct VideoEncoderSettings: Sendable, Equatable {
  /// The video codec.
  public typealias Codec = VideoCodec

  /// The trade-off between encoding time and compression.
  public enum Effort: String, Sendable, CaseIterable {
    /// Fast enough for live encoding; no lookahead.
    case realTime = "realtime"
    /// The encoder's default.
    case balanced
    /// Slow, for small files.
    case best
  }

  /// The entropy coding mode of H.264.
  public enum EntropyMode: String, Sendable, CaseIterable {
    /// Context-adaptive variable-length coding, supported by every decoder.
    case cavlc
    /// Context-adaptive binary arithmetic coding, which compresses better.
    case cabac
  }

  /// The output codec.
  public var codec = Codec.h264
  /// The average bit rate in bits per second; nil for constant quality.
  public var averageBitRate: Int?
  /// The peak bit rate in bits per second over `peakWindow`; nil for no limit.
  public var peakBitRate: Int?
  /// The window of the peak bit rate in seconds.
  public var peakWindow = 1.0
  /// The rate factor (CRF) of x264 and x265, 0 to 51, lower is better; used without a bit rate. nil for the encoder's default.
  public var quality: Double?
  /// The maximum number of pictures between keyframes; nil for the encoder's default.
  public var maxKeyFrameInterval: Int?
  /// The maximum number of seconds between keyframes; if both are set, the shorter interval applies.
  public var maxKeyFrameIntervalDuration: Double?
  /// Whether B pictures may be reordered; nil for the encoder's default.
  public var allowFrameReordering: Bool?
  /// The profile, as named by the encoder: `baseline`, `main`, `high`, `main10`; nil to choose automatically.
  public var profile: String?
  /// The trade-off between encoding time and compression.
  public var effort = Effort.balanced
  /// The encoder's preset name, `ultrafast` to `placebo`; overrides `effort`.
  public var preset: String?
  /// The entropy coding mode, H.264 only; nil for the encoder's default.
  public var entropyMode: EntropyMode?
  /// Additional arguments for the program's command line.
  public var additionalArguments: [String] = []
  /// Seconds without any progress after which the program is terminated.
  public var timeout = 60.0

  /// The encoder's defaults.
  public init(_ codec: Codec = .h264) { self.codec = codec }

  /// Returns the keyframe interval in pictures, the shorter of both limits.
  /// - Parameter rate: pictures per second.
  public func keyFrameInterval(at rate: ExactRatio) -> Int? {
    let bySeconds = maxKeyFrameIntervalDuration.map { max(1, Int(saturating: max(0, min(1e9, $0 * rate.value)) + 1e-9)) }
    guard let frames = maxKeyFrameInterval.map({ max(1, $0) }) else { return bySeconds }
    return min(frames, bySeconds ?? frames)
  }

  /// Returns kilobits per second, rounded, at least 1.
  static func kilobits(_ bits: Int) -> Int { max(1, bits / 1000 + (bits % 1000 >= 500 ? 1 : 0)) }

  /// The size in bits of the rate-control buffer that enforces the peak.
  var bufferBits: Int? {
    peakBitRate.map { max(1000, Int(saturating: min(1e15, Double($0) * max(0.01, peakWindow)))) }
  }

  /// Throws if the settings are invalid.
  func check() throws(EncoderError) {
    if let rate = averageBitRate, rate < 1000 { throw .unsupported("an average of \(rate) bits a second is less than 1000") }
    if let peak = peakBitRate {
      if peak < averageBitRate ?? 1000 { throw .unsupported("a peak of \(peak) bits a second is less than the average") }
      if !(peakWindow > 0) || peakWindow > 3600 { throw .unsupported("a peak window of \(peakWindow) seconds") }
    }
    if codec == .hevc, entropyMode == .cavlc { throw .unsupported("H.265 has no CAVLC") }
    if let quality, !(quality >= 0 && quality <= 51) { throw .unsupported("a quality of \(quality) is not in 0...51") }
    if !(timeout > 0) { throw .unsupported("a timeout of \(timeout) seconds") }
  }
}
