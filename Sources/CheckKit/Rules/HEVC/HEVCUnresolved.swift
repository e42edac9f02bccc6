import BitstreamKit
import HEVCKit

/// A structure cannot be read without a parameter set that is missing, or is reserved.
final class HEVCUnresolved: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.unresolved", .error, "a structure cannot be read without a parameter set that is missing, or is reserved",
      clause: "ITU-T H.265 (08/2021) 7.4.2.4.2",
      cause: "A parameter set was lost or comes after its first use, or the stream uses a reserved value.",
      remedy: "Send parameter sets before the first picture that refers to them; in MP4 they are in the sample entry.")
  }

  override func fault(_ error: SyntaxError, _ stream: HEVCFacts, _ run: CheckRun) {
    guard case .unsupported = error.reason, stream.header.nuhLayerId == 0 else { return }
    // Which of several sets a message before the first slice refers to is known only after it.
    if (39...40).contains(stream.nalUnitType), stream.activeSet == nil, stream.sets.firstSeqParameterSet != nil { return }
    run.fault(self, error, stream.unitPath)
  }
}
