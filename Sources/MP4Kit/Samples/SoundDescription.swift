import AACKit
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

  /// Reads the fields of an entry and its child boxes. A malformed box counts as absent.
  /// - Parameter parts: the entry's child boxes and those in its `wave`.
  init<S: ByteSource>(_ description: SampleDescription, _ tree: inout BoxTree<S>, _ parts: [Int]) throws(ByteError) {
    if let audio = description.audio {
      channelCount = audio.channels
      sampleRate = audio.sampleRate > 0 && audio.sampleRate < 4e9 ? UInt32(saturating: audio.sampleRate) : 0
    }
    if let audio = description.audioV1 { (channelCount, sampleRate) = (UInt32(audio.channelcount), audio.samplerate >> 16) }
    switch description.codec {
    // 3GPP TS 26.244, 6.5: the fields are always 2 and the time scale, so they are replaced.
    case "samr": (sampleRate, channelCount) = (8000, 1)
    case "sawb": (sampleRate, channelCount) = (16000, 1)
    case "Opus": sampleRate = 48000
    default: break
    }
    for part in parts where tree.nodes[part].place.payloadSize <= 1 << 20 {
      let type = tree.nodes[part].place.header.type
      switch type {
      case "dac3", "dec3", "dac4", "dmlp", "ddts", "mhaC", "iacb", "alac", "dfLa", "dOps", "pcmC", "srat", "wfex":
        apply(type, try tree.payload(of: part))
      default: break
      }
    }
    if let aac = description.audioSpecificConfig {
      sampleRate = aac.sampleRate ?? sampleRate
      channelCount = aac.channelCount.map { UInt32($0) } ?? channelCount
    }
  }

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
