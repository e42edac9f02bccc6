import BitstreamKit

/// Samples between two parts of a track whose last sample cannot be prolonged up to the next part: one without text, or silent ones of
/// uncompressed sound.
struct GapFilling {
  /// The time of the first one, in units of the composed track's time scale.
  var start: Int64
  /// The duration of each, in the same units; 0 if the next sample determines it.
  var step: Int64
  var count: UInt64

  /// A byte that no sample has, an empty string of 3GPP timed text and QuickTime text, and a `vtte` box of WebVTT (ISO/IEC 14496-30:2018, 7.5).
  private static let emptyText: [UInt8] = [0xFF, 0, 0, 0xFF, 0, 0, 0, 8] + Array("vtte".utf8)
  /// Of silent samples: of signed numbers, unsigned numbers of 8 bits, A-law and µ-law.
  private static let silentBytes: [UInt8] = [0, 0x80, 0xD5, 0xFF]
  /// The largest size of a silent sample, which has one of each channel, in bytes.
  private static let maxSilentSize: UInt64 = 1024

  /// The bytes of all such samples.
  static let bytes = silentBytes.reduce(emptyText) { $0 + Array(repeating: $1, count: Int(maxSilentSize)) }

  /// The place of a sample in `bytes`; nil if they do not hold one of that size.
  /// - Parameter size: the size of the sample before, which uncompressed sound keeps.
  static func place(of codec: MediaCodec, size: UInt64) -> (offset: UInt64, size: UInt64)? {
    if codec == .other("wvtt") { return (4, 8) }
    if codec.isStillText { return (1, 2) }
    let kind: UInt64 =
      switch codec {
      case .other("raw "), .other("NONE"): 1
      case .other("alaw"): 2
      case .other("ulaw"): 3
      default: 0
      }
    return size <= maxSilentSize ? (UInt64(emptyText.count) + kind * maxSilentSize, size) : nil
  }
}
