import BitstreamKit

/// The PCM sample format of a WAVE file.
public struct PCMFormat: Sendable, Equatable {
  /// The sample encoding.
  public enum Sample: UInt8, Sendable {
    /// An integer; unsigned if it has 8 bits or fewer.
    case integer
    /// A floating-point number.
    case float
    /// A-law of ITU-T G.711.
    case aLaw
    /// µ-law of ITU-T G.711.
    case muLaw
  }

  /// A GUID of WAVE_FORMAT_EXTENSIBLE without its first two bytes, which are the format tag.
  static let extensibleSuffix: [UInt8] = [0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]

  /// The sample encoding.
  public var sample: Sample
  /// Bits per sample: 8, 16, 24, 32 or 64.
  public var bitsPerSample: Int
  /// Frames per second. A frame is one sample per channel.
  public var sampleRate: UInt32
  /// The number of channels, 1 to 255.
  public var channelCount: Int
  /// The speaker positions, one bit each, as in WAVE_FORMAT_EXTENSIBLE; 0 if unspecified.
  public var channelMask: UInt32

  /// A format; 16-bit integers by default.
  public init(
    sampleRate: UInt32, channelCount: Int, sample: Sample = .integer, bitsPerSample: Int = 16, channelMask: UInt32 = 0
  ) {
    self.sample = sample
    self.bitsPerSample = bitsPerSample
    self.sampleRate = max(1, sampleRate)
    self.channelCount = min(255, max(1, channelCount))
    self.channelMask = channelMask
  }

  /// Bytes per frame.
  public var bytesPerFrame: Int { channelCount * (bitsPerSample / 8) }

  /// Returns the header of a WAVE stream of such samples with unknown length.
  public func streamHeader() -> [UInt8] {
    let tag: UInt16 =
      switch sample {
      case .integer: 1
      case .float: 3
      case .aLaw: 6
      case .muLaw: 7
      }
    let isExtensible = channelMask != 0 || channelCount > 2
    var format: [UInt8] = []
    func put(_ value: UInt32, _ bytes: Int) {
      for index in 0..<bytes { format.append(UInt8(truncatingIfNeeded: value >> UInt32(8 * index))) }
    }
    put(isExtensible ? 0xFFFE : UInt32(tag), 2)
    put(UInt32(channelCount), 2)
    put(sampleRate, 4)
    put(UInt32(truncatingIfNeeded: UInt64(sampleRate) * UInt64(bytesPerFrame)), 4)
    put(UInt32(bytesPerFrame), 2)
    put(UInt32(bitsPerSample), 2)
    if isExtensible {
      put(22, 2)
      put(UInt32(bitsPerSample), 2)
      put(channelMask, 4)
      put(UInt32(tag), 2)
      format += Self.extensibleSuffix
    }
    let size = UInt8(format.count)
    return Array("RIFF".utf8) + [0xFF, 0xFF, 0xFF, 0xFF] + Array("WAVEfmt ".utf8) + [size, 0, 0, 0] + format + Array("data".utf8)
      + [0xFF, 0xFF, 0xFF, 0xFF]
  }
}
