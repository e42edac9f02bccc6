import BitstreamKit
import RemuxKit

/// Counts the samples that the decoder makes of the packets of a stream, without those that it drops at the start.
struct ProbeSoundFrames {
  private let audio: ProbeAudio
  private let isOpus: Bool
  private let isADPCM: Bool
  private let unit: ProbeSoundUnit?
  private let timescale: Int64
  /// How many samples the decoder still drops.
  private var skipped: Int64
  private var head: [UInt8] = []

  /// Counts for an audio stream; nil for others.
  init?(_ stream: ProbeStream) {
    guard let audio = stream.audio else { return nil }
    self.audio = audio
    isOpus = stream.codec == .opus
    isADPCM = stream.codec?.name.description == "adpcm_swf"
    unit = stream.soundUnit
    timescale = stream.timescale
    skipped = audio.decoderDelay
  }

  /// Sets the number of samples of a frame, and moves its start behind those that are dropped.
  /// - Returns: false if the decoder drops all.
  mutating func apply(_ frame: inout ProbeFrame, _ input: ProbeInput) -> Bool {
    frame.sampleCount = count(frame.packet, input)
    if frame.packet.skippedSamples > 0 { skipped = frame.packet.skippedSamples }
    if frame.packet.isDiscarded || (skipped > 0 && frame.sampleCount <= skipped) {
      skipped = max(0, skipped - frame.sampleCount)
      return false
    }
    if skipped == 0 { return true }
    frame.sampleCount -= skipped
    let time = MediaTime(value: skipped, timescale: UInt32(clamping: audio.sampleRate))
    let moved = time?.value(in: UInt32(clamping: timescale), rounding: .nearest) ?? 0
    frame.packet.pts = frame.packet.pts.map { $0 &+ moved }
    if frame.packet.duration >= moved { frame.packet.duration -= moved }
    skipped = 0
    return true
  }

  private mutating func count(_ packet: ProbePacket, _ input: ProbeInput) -> Int64 {
    if let length = audio.frameLength { return length }
    if isOpus, (try? input.read(at: packet.sample.offset, count: Int(min(2, packet.size)), into: &head)) != nil,
      let length = Self.opusSamples(head)
    {
      return length
    }
    if let unit { return unit.samples(size: packet.size) }
    if isADPCM, (try? input.read(at: packet.sample.offset, count: Int(min(1, packet.size)), into: &head)) != nil, let first = head.first {
      return adpcmSamples(first, size: packet.size)
    }
    return timescale > 0 ? (packet.duration &* Int64(audio.sampleRate)) / timescale : 0
  }

  /// The number of samples of a packet of ADPCM: blocks of 4096 whose first is not coded as a difference (SWF file format, ADPCMSOUNDDATA).
  private func adpcmSamples(_ first: UInt8, size: UInt64) -> Int64 {
    let channels = Int64(clamping: audio.channels)
    guard channels > 0, channels <= 2, size > 0 else { return 0 }
    let difference = (Int64(first >> 6) + 2) * channels
    let header = 22 * channels
    let block = header + 4095 * difference
    let bits = Int64(clamping: min(size, 1 << 32)) * 8 - 2
    let rest = bits % block
    return bits / block * 4096 + (rest >= header ? 1 + (rest - header) / difference : 0)
  }

  /// The number of samples of an Opus packet at 48 kHz, from its first two bytes (RFC 6716, 3.1 and 3.2); nil if it is invalid.
  static func opusSamples(_ bytes: [UInt8]) -> Int64? {
    guard let first = bytes.first else { return nil }
    let configuration = Int(first >> 3)
    let frame: Int64
    switch configuration {
    case 0..<12: frame = [480, 960, 1920, 2880][configuration & 3]
    case 12..<16: frame = configuration & 1 == 0 ? 480 : 960
    default: frame = 120 << Int64(configuration & 3)
    }
    switch first & 3 {
    case 0: return frame
    case 1, 2: return 2 * frame
    default:
      guard bytes.count > 1 else { return nil }
      let samples = frame * Int64(bytes[1] & 0x3F)
      return samples > 0 && samples <= 5760 ? samples : nil
    }
  }
}

/// A number of bytes that holds a fixed number of samples: a sample of PCM in all channels, or a block of Nellymoser.
struct ProbeSoundUnit {
  private let bytes: Int64
  private let samples: Int64
  private let rate: Int64

  fileprivate init(bytes: Int64, samples: Int64, rate: Int) {
    (self.bytes, self.samples, self.rate) = (bytes, samples, Int64(rate))
  }

  func samples(size: UInt64) -> Int64 { Int64(clamping: min(size, 1 << 32)) / bytes * samples }

  /// The duration of a packet, rounded down; 0 if the sampling rate is not known.
  func duration(size: UInt64, timescale: Int64) -> Int64 { rate > 0 ? samples(size: size) * timescale / rate : 0 }
}

extension ProbeStream {
  /// The unit of audio whose packets have a duration by their size; nil for other codecs.
  var soundUnit: ProbeSoundUnit? {
    guard let audio else { return nil }
    if codec?.name.description == "nellymoser" { return ProbeSoundUnit(bytes: 64, samples: 256, rate: audio.sampleRate) }
    guard audio.bitsPerSample >= 8, audio.channels > 0 else { return nil }
    return ProbeSoundUnit(bytes: Int64(audio.bitsPerSample / 8 * audio.channels), samples: 1, rate: audio.sampleRate)
  }
}
