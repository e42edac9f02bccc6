import BitstreamKit

/// Bytes precede the first start code.
final class AnnexBLeading: ByteStreamRule {
  override var page: RulePage {
    RulePage(
      "annexb.leading-bytes", .error, "bytes precede the first start code",
      clause: "ITU-T H.264 (08/2021) and H.265 (08/2021) B.1.1 and B.2.1: leading_zero_8bits alone precede the first start code",
      cause: "The stream was cut in the middle of a unit, or has a header of another format.",
      remedy: "'mediaprobe remux IN OUT' writes the units alone.")
  }

  override func end(leadingBytes: UInt64, _ run: CheckRun) {
    if leadingBytes > 0 { run.find(self, "\(counted(leadingBytes, "byte is", "bytes are")) not a unit", at: 0, size: leadingBytes) }
  }
}
