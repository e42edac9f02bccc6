import AACKit

/// Spectral band replication is signalled, and no block has it.
final class AACSBRMissing: AACRule {
  override var page: RulePage {
    RulePage(
      "aac.sbr-missing", .warning, "spectral band replication is signalled, and no block has it",
      clause: "ISO/IEC 14496-3:2019 1.6.5.2, explicit signalling",
      cause: """
        The encoder was set to HE-AAC and fell back to AAC LC, or the configuration was copied. Decoders run at twice the \
        rate for nothing.
        """,
      remedy: "Correct the configuration.")
  }

  private var (number, isFound) = (0, false)

  override func block(_ bytes: [UInt8], _ stream: AACFacts, _ run: CheckRun) {
    guard !isFound, stream.hasBandReplication == true, let reading = stream.reading else { return }
    number += 1
    isFound = reading.hasBandReplication
  }

  override func end(_ stream: AACFacts, _ run: CheckRun) {
    if number >= 10, !isFound { run.find(self, "none of \(number) blocks has it") }
  }
}
