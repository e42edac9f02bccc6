import BitstreamKit
import H264Kit

/// An element has a value that the specification does not allow.
final class H264ValueOutOfRange: H264Rule {
  override var page: RulePage {
    RulePage(
      "h264.value-out-of-range", .error, "an element has a value that the specification does not allow",
      clause: "ITU-T H.264 (08/2021) 7.4",
      cause: "The bits are damaged, or the encoder is faulty. Decoders reject the structure or guess.",
      remedy: "Encode or transfer again; 'mediaprobe trace' shows the element in its structure.")
  }

  override func fault(_ error: SyntaxError, _ stream: H264Facts, _ run: CheckRun) {
    // h264.forbidden-zero-bit reports that.
    if error.element == "forbidden_zero_bit" { return }
    if case .outOfRange = error.reason { run.fault(self, error, stream.unitPath) }
  }
}
