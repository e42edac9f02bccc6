import BitstreamKit
import HEVCKit
import NALKit

/// The sample aspect ratio is reserved.
final class HEVCReservedAspect: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.reserved-aspect-ratio", .error, "the sample aspect ratio is reserved",
      clause: "ITU-T H.265 (08/2021) E.3.1, Table E.1",
      cause: "The VUI is damaged, or its writer computed the ratio wrongly. Players fall back to square samples.",
      remedy: "Correct the ratio with 'mediaprobe edit --set sar=W:H'.")
  }

  override func content(_ unit: HEVCNALUnit, _ stream: HEVCFacts, _ run: CheckRun) {
    guard case .seqParameterSet(let set) = unit.payload, let ratio = set.vuiParameters?.aspectRatioInfo,
      (17...254).contains(ratio.aspectRatioIdc)
    else { return }
    run.find(
      self, "aspect_ratio_idc is \(ratio.aspectRatioIdc)", at: stream.unit.offset, size: stream.unit.length,
      path: stream.unitPath + " › vui_parameters › aspect_ratio_idc")
  }
}
