import BitstreamKit
import RemuxKit

/// Counts the samples that the decoder makes of the packets of a stream, without those that it drops at the start.
struct ProbeSoundFrames {
  private let audio: ProbeAudio
  private let isOpus: Bool
  private let timescale: Int64
  /// How many samples the decoder still drops.
  private var skipped: Int64
  private var head: [UInt8] = []

  /// Counts for an audio stream; nil for others.
  init?(_ stream: ProbeStream) {
    guard let audio = stream.audio else { return nil }
    self.audio = audio
    isOpus = stream.codec == .opus
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
    let samples = timescale > 0 ? (packet.duration &* Int64(audio.sampleRate)) / timescale : 0
    if samples > 0 || audio.bitsPerSample < 8 || audio.channels <= 0 { return samples }
    return Int64(clamping: packet.size) / Int64(audio.bitsPerSample / 8 &* audio.channels)
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
