import BitstreamKit

/// A structure contradicts the specification.
final class HEVCMalformed: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.malformed", .error, "a structure contradicts the specification",
      clause: "ITU-T H.265 (08/2021) 7.3 and 7.4",
      cause: "The bits are damaged, or the encoder or a tool that rewrote the stream is faulty.",
      remedy: "Encode or transfer again; 'mediaprobe trace' shows the structure.")
  }

  override func fault(_ error: SyntaxError, _ stream: HEVCFacts, _ run: CheckRun) {
    switch error.reason {
    // hevc.trailing-bytes reports those.
    case .malformed where error.element == "trailing_bytes": break
    case .malformed, .inconsistent, .overLimit: run.fault(self, error, stream.unitPath)
    default: break
    }
  }
}
