import BitstreamKit

/// Sampling rate and channels of an audio track: from the codec configuration, else from the sample entry.
///
/// The fields of the sample entry often hold fixed values: 2 channels for AC-3 (ETSI TS 102 366, F.3), 16 bits, a rate of at most 65535 Hz.
public struct SoundDescription: Equatable, Sendable {
  /// The sampling rate in Hz; 0 if unknown.
  public var sampleRate: UInt32 = 0
  /// The number of channels; 0 if unknown.
  public var channelCount: UInt32 = 0
  /// Bits per sample of lossless coding; nil for other codings.
  public var bitDepth: Int?

  /// A description with all fields unknown.
  public init() {}

  /// Applies a codec configuration box.
  /// - Parameter payload: the bytes after the box's header.
  public mutating func apply(_ type: FourCC, _ payload: [UInt8]) {
    switch type {
    case "dac3": if let box = try? AC3SpecificBox(parsing: payload) { take(box.sampleRate, box.channelCount) }
    case "dec3": if let box = try? EC3SpecificBox(parsing: payload) { take(box.sampleRate, box.channelCount) }
    case "dac4":
      if let box = try? AC4SpecificBox(parsing: payload) { take(box.sampleRate, box.firstPresentation?.channelCount ?? 0) }
    case "dmlp": if let box = try? MLPSpecificBox(parsing: payload) { take(box.sampleRate, box.channelCount) }
    case "ddts": if let box = try? DTSSpecificBox(parsing: payload) { take(box.dtsSamplingFrequency, box.channelCount) }
    case "mhaC": if let sound = (try? MHAConfigurationBox(parsing: payload))?.sound { take(sound.sampleRate, sound.channelCount) }
    case "iacb": if let box = try? IAConfigurationBox(parsing: payload) { take(box.summary?.sampleRate ?? 0, 0) }
    case "alac":
      if let box = try? ALACSpecificBox(parsing: payload) { take(box.sampleRate, UInt32(box.numChannels), Int(box.bitDepth)) }
    case "dfLa":
      if let box = try? FLACSpecificBox(parsing: payload) { take(box.sampleRate ?? 0, UInt32(box.channels ?? 0), box.bitsPerSample) }
    case "dOps": if let box = try? OpusSpecificBox(parsing: payload) { take(48000, UInt32(box.outputChannelCount)) }
    case "pcmC": if let box = try? PCMConfigBox(parsing: payload) { take(0, 0, Int(box.pcmSampleSize)) }
    case "srat": if let box = try? SamplingRateBox(parsing: payload) { take(box.samplingRate, 0) }
    case "wfex": if let box = try? WaveFormatExBox(parsing: payload) { take(box.samplesPerSec, UInt32(box.channels)) }
    default: break
    }
  }

  private mutating func take(_ rate: UInt32, _ channels: UInt32, _ depth: Int? = nil) {
    if rate > 0 { sampleRate = rate }
    if channels > 0 { channelCount = channels }
    if let depth, depth > 0 { bitDepth = depth }
  }
}
