import AACKit

/// A raw data block is larger than the decoder's buffer.
final class AACTooLarge: AACRule {
  override var page: RulePage {
    RulePage(
      "aac.block-too-large", .error, "a raw data block is larger than the decoder's buffer",
      clause: "ISO/IEC 14496-3:2019 4.5.3.2: at most 6144 bits for each channel",
      cause: "The encoder was given too high a rate, or a length is damaged. Hardware decoders drop the block.",
      remedy: "Encode with a lower rate.")
  }

  override func block(_ bytes: [UInt8], _ stream: AACFacts, _ run: CheckRun) {
    guard let channels = stream.coreChannelCount, channels > 0, bytes.count > 768 * channels else { return }
    run.find(
      self, "\(bytes.count) bytes for \(channels) channel(s), \(768 * channels) are allowed", at: stream.offset, size: UInt64(bytes.count),
      path: stream.framePath)
  }
}
