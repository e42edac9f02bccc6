import BitstreamKit
import H264Kit

/// A structure cannot be read without a parameter set that is missing, or is reserved.
final class H264Unsupported: H264Rule {
  override var page: RulePage {
    RulePage(
      "h264.unresolved", .error, "a structure cannot be read without a parameter set that is missing, or is reserved",
      clause: "ITU-T H.264 (08/2021) 7.4.1.2.1",
      cause: "A parameter set was lost or comes after its first use, or the stream uses a reserved value.",
      remedy: "Send parameter sets before the first picture that refers to them; in MP4 they are in the sample entry.")
  }

  override func fault(_ error: SyntaxError, _ stream: H264Facts, _ run: CheckRun) {
    if case .unsupported = error.reason { run.fault(self, error, stream.unitPath) }
  }
}
