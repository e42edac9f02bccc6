/// Bytes follow the end of a raw data block.
final class AACAfterBlock: AACRule {
  override var page: RulePage {
    RulePage(
      "aac.bytes-after-block", .warning, "bytes follow the end of a raw data block",
      clause: "ISO/IEC 14496-3:2019 4.4.2.1: a sample or frame is one block",
      cause: "The muxer pads its samples, or joins two blocks in one sample. Players ignore the bytes, and lose the second block.",
      remedy: "Write the file again from its source.")
  }

  private var isFound = false

  override func block(_ bytes: [UInt8], _ stream: AACFacts, _ run: CheckRun) {
    guard !isFound, let reading = stream.reading, reading.isReadable, reading.byteCount < bytes.count else { return }
    isFound = true
    run.find(
      self, "the block ends after \(reading.byteCount) of \(bytes.count) bytes", at: stream.offset, size: UInt64(bytes.count),
      path: stream.framePath)
  }
}
