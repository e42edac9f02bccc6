import BitstreamKit

/// What is asked of a video encoder. The size of the pictures and their rate are those of the pictures that it is given.
public struct VideoEncoderSettings: Sendable, Equatable {
  /// What pictures are coded by.
  public enum Codec: String, Sendable, CaseIterable {
    /// ITU-T H.264.
    case h264
    /// ITU-T H.265.
    case hevc

    /// As the standards are called.
    public var title: StaticString { self == .h264 ? "H.264" : "H.265" }
  }

  /// How much time an encoder may take.
  public enum Effort: String, Sendable, CaseIterable {
    /// As little as live pictures need; no picture waits for later ones.
    case realTime = "realtime"
    /// What the encoder's makers chose.
    case balanced
    /// Much, for small files.
    case best
  }

  /// How H.264 codes its symbols.
  public enum EntropyMode: String, Sendable, CaseIterable {
    /// Codes of variable length, which the simplest decoders know.
    case cavlc
    /// Arithmetic codes, which are shorter.
    case cabac
  }

  /// What comes out.
  public var codec = Codec.h264
  /// Bits in a second on the average; nil for a constant quality.
  public var averageBitRate: Int?
  /// Bits in a second that `peakWindow` never goes beyond; nil for no such limit.
  public var peakBitRate: Int?
  /// Seconds over which the peak is counted.
  public var peakWindow = 1.0
  /// Where there is no bit rate: x264's and x265's rate factor, 0 to 51, small for good; nil for the encoder's own choice.
  public var quality: Double?
  /// Pictures from one key frame to the next at most; nil for the encoder's own choice.
  public var maxKeyFrameInterval: Int?
  /// Seconds from one key frame to the next at most; where both are given, the shorter one counts.
  public var maxKeyFrameIntervalDuration: Double?
  /// Whether pictures may be coded in another order than they are shown; nil for the encoder's own choice.
  public var allowFrameReordering: Bool?
  /// The profile as the encoder calls it: `baseline`, `main`, `high`, `main10`; nil for what fits.
  public var profile: String?
  /// How much time may be taken.
  public var effort = Effort.balanced
  /// An encoder's own word for that, which goes before `effort`: `ultrafast` to `placebo`.
  public var preset: String?
  /// H.264 alone; nil for the encoder's own choice.
  public var entropyMode: EntropyMode?
  /// More words for the program's command line.
  public var additionalArguments: [String] = []
  /// Seconds without any sign of life behind which a program is ended.
  public var timeout = 60.0

  /// The encoder's own choices.
  public init(_ codec: Codec = .h264) { self.codec = codec }

  /// Pictures between key frames, by both limits.
  /// - Parameter rate: pictures in a second.
  public func keyFrameInterval(at rate: ExactRatio) -> Int? {
    let bySeconds = maxKeyFrameIntervalDuration.map { max(1, Int(saturating: max(0, min(1e9, $0 * rate.value)) + 1e-9)) }
    guard let frames = maxKeyFrameInterval.map({ max(1, $0) }) else { return bySeconds }
    return min(frames, bySeconds ?? frames)
  }

  /// Kilobits in a second, rounded, at least 1.
  static func kilobits(_ bits: Int) -> Int { max(1, bits / 1000 + (bits % 1000 >= 500 ? 1 : 0)) }

  /// The size of the buffer that keeps to the peak, in bits.
  var bufferBits: Int? {
    peakBitRate.map { max(1000, Int(saturating: min(1e15, Double($0) * max(0.01, peakWindow)))) }
  }

  /// What cannot be meant.
  func check() throws(EncoderError) {
    if let rate = averageBitRate, rate < 1000 { throw .unsupported("an average of \(rate) bits a second is less than 1000") }
    if let peak = peakBitRate {
      if peak < averageBitRate ?? 1000 { throw .unsupported("a peak of \(peak) bits a second is less than the average") }
      if !(peakWindow > 0) || peakWindow > 3600 { throw .unsupported("a peak over \(peakWindow) seconds") }
    }
    if codec == .hevc, entropyMode == .cavlc { throw .unsupported("H.265 has no CAVLC") }
    if let quality, !(quality >= 0 && quality <= 63) { throw .unsupported("a quality of \(quality) is not in 0...63") }
    if !(timeout > 0) { throw .unsupported("a timeout of \(timeout) seconds") }
  }
}
