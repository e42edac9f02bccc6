import BitstreamKit

/// A NAL unit ends before its syntax structure does.
final class HEVCTruncated: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.truncated", .error, "a NAL unit ends before its syntax structure does",
      clause: "ITU-T H.265 (08/2021) 7.3",
      cause: """
        The file was cut, bytes were lost in transmission, or a length field is wrong. Decoders drop the unit and show \
        artefacts up to the next key picture.
        """,
      remedy: "Transfer the file again. If this is the last unit, the recording was cut: the command recover leaves out its last picture.")
  }

  override func fault(_ error: SyntaxError, _ stream: HEVCFacts, _ run: CheckRun) {
    if error.isTruncation { run.fault(self, error, stream.unitPath) }
  }
}
