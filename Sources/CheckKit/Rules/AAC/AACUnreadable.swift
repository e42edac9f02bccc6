import AACKit

/// A raw data block cannot be read to its end.
final class AACUnreadable: AACRule {
  override var page: RulePage {
    RulePage(
      "aac.block-unreadable", .error, "a raw data block cannot be read to its end",
      clause: "ISO/IEC 14496-3:2019 4.4.2.1 and Table 4.3 to 4.56",
      cause: """
        The bytes are damaged, or the configuration is not that of the stream. Players are silent for the frame, or play \
        noise.
        """,
      remedy: "Encode or transfer again.")
  }

  override func block(_ bytes: [UInt8], _ stream: AACFacts, _ run: CheckRun) {
    guard let reading = stream.reading, !reading.isReadable, let fault = reading.fault else { return }
    // ADTS headers in a track have a rule of their own, and a coupling channel is legal, but not read here.
    let isADTS = bytes.count > 1 && bytes[0] == 0xFF && bytes[1] & 0xF6 == 0xF0
    if isADTS || fault.reason == .coupling { return }
    run.find(self, fault.description, at: stream.offset, size: UInt64(bytes.count), path: stream.framePath)
  }
}
