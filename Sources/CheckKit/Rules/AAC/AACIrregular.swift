import AACKit

/// A raw data block has what the specification forbids and decoders take.
final class AACIrregular: AACRule {
  override var page: RulePage {
    RulePage(
      "aac.block-irregular", .warning, "a raw data block has what the specification forbids and decoders take",
      clause: "ISO/IEC 14496-3:2019 4.4.2.1, Table 1.19 and 4.5.2",
      cause: "The encoder sets reserved bits or orders elements in its own way. Some decoders refuse the frame.",
      remedy: "Encode again with another encoder.")
  }

  private var isFound = false

  override func block(_ bytes: [UInt8], _ stream: AACFacts, _ run: CheckRun) {
    guard !isFound, let reading = stream.reading, reading.isReadable, let fault = reading.fault, fault.reason != .coupling
    else { return }
    isFound = true
    run.find(self, fault.description, at: stream.offset, size: UInt64(bytes.count), path: stream.framePath)
  }
}
