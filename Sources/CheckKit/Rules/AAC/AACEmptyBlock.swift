import AACKit

/// A sample has no bytes.
final class AACEmptyBlock: AACRule {
  override var page: RulePage {
    RulePage(
      "aac.empty-block", .error, "a sample has no bytes",
      clause: "ISO/IEC 14496-3:2019 4.4.2.1, raw_data_block( )",
      cause: "The muxer wrote a sample for a frame that the encoder did not give. Players lose synchronisation or stop.",
      remedy: "Encode the sound again. Decoders conceal the block.")
  }

  override func block(_ bytes: [UInt8], _ stream: AACFacts, _ run: CheckRun) {
    if bytes.isEmpty { run.find(self, "the block is empty", at: stream.offset, size: 0, path: stream.framePath) }
  }
}
