import AACKit

/// Spectral band replication is not signalled.
final class AACImplicit: AACRule {
  override var page: RulePage {
    RulePage(
      "aac.sbr-implicit", .note, "spectral band replication is not signalled",
      clause: "ISO/IEC 14496-3:2019 1.6.5.3, implicit signalling",
      cause: """
        The configuration names AAC LC alone. Players that do not look at the frames play at half the sample rate, without \
        the high frequencies.
        """,
      remedy: "Signal it in the configuration; 'mediaprobe check --fix' does in MP4.")
  }

  private var isFound = false

  override func block(_ bytes: [UInt8], _ stream: AACFacts, _ run: CheckRun) {
    guard !isFound, stream.hasBandReplication != true, let reading = stream.reading, reading.hasBandReplication
    else { return }
    isFound = true
    run.find(
      self, "the block has it, the configuration does not name it", at: stream.offset, size: UInt64(bytes.count),
      path: stream.framePath)
  }
}
