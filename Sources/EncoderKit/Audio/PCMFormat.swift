import BitstreamKit

/// How samples of sound lie in a WAVE file.
public struct PCMFormat: Sendable, Equatable {
  /// What a sample is.
  public enum Sample: UInt8, Sendable {
    /// A whole number; of 8 bits or fewer without a sign.
    case integer
    /// A floating-point number.
    case float
    /// A-law of ITU-T G.711.
    case aLaw
    /// µ-law of ITU-T G.711.
    case muLaw
  }

  /// What a sample is.
  public var sample: Sample
  /// Bits that it takes: 8, 16, 24, 32 or 64.
  public var bitsPerSample: Int
  /// Frames, which are a sample of each channel, in a second.
  public var sampleRate: UInt32
  /// Channels, 1 to 255.
  public var channelCount: Int
  /// Loudspeakers, a bit for each, as WAVE_FORMAT_EXTENSIBLE has them; 0 where nothing is said.
  public var channelMask: UInt32

  /// Whole numbers of 16 bits, where nothing else is said.
  public init(
    sampleRate: UInt32, channelCount: Int, sample: Sample = .integer, bitsPerSample: Int = 16, channelMask: UInt32 = 0
  ) {
    self.sample = sample
    self.bitsPerSample = bitsPerSample
    self.sampleRate = max(1, sampleRate)
    self.channelCount = min(255, max(1, channelCount))
    self.channelMask = channelMask
  }

  /// Bytes of a frame.
  public var bytesPerFrame: Int { channelCount * (bitsPerSample / 8) }

  /// The beginning of a WAVE stream of such samples whose end nobody knows.
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
      format += WAVReader.extensibleSuffix
    }
    let size = UInt8(format.count)
    return Array("RIFF".utf8) + [0xFF, 0xFF, 0xFF, 0xFF] + Array("WAVEfmt ".utf8) + [size, 0, 0, 0] + format + Array("data".utf8)
      + [0xFF, 0xFF, 0xFF, 0xFF]
  }
}
