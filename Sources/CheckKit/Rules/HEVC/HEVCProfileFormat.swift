import BitstreamKit
import HEVCKit
import NALKit

/// The sample format is not that of the profile.
final class HEVCProfileFormat: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.profile-format", .error, "the sample format is not that of the profile",
      clause: "ITU-T H.265 (08/2021) A.3.2 and A.3.3: Main has 8 bits, Main 10 at most 10 bits, and both 4:2:0",
      cause: "The profile was changed in the set, not in the encoder. Decoders of that profile fail.",
      remedy: "Encode for the profile, or correct the profile.")
  }

  override func content(_ unit: HEVCNALUnit, _ stream: HEVCFacts, _ run: CheckRun) {
    guard case .seqParameterSet(let set) = unit.payload, let profile = set.profileTierLevel?.general, let format = set.format,
      (1...3).contains(profile.profileIdc)
    else { return }
    let maxDepth = profile.profileIdc == 2 ? 10 : 8
    guard format.chromaFormatIdc != 1 || format.bitDepthLuma > maxDepth || format.bitDepthChroma > maxDepth else { return }
    run.find(
      self,
      "\(profile.profileName ?? "the profile"), but chroma_format_idc is \(format.chromaFormatIdc), the bit depths \(format.bitDepthLuma) and \(format.bitDepthChroma)",
      at: stream.unit.offset, size: stream.unit.length, path: stream.unitPath + " › seq_parameter_set_rbsp › chroma_format_idc")
  }
}
