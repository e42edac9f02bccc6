import BitstreamKit
import H264Kit
import NALKit

/// The sample aspect ratio is reserved.
final class H264ReservedAspect: H264Rule {
  override var page: RulePage {
    RulePage(
      "h264.reserved-aspect-ratio", .error, "the sample aspect ratio is reserved",
      clause: "ITU-T H.264 (08/2021) E.2.1, Table E-1",
      cause: "The VUI is damaged, or its writer computed the ratio wrongly. Players fall back to square samples.",
      remedy: "Correct the ratio with 'mediaprobe edit --set sar=W:H'.")
  }

  override func content(_ unit: H264NALUnit, _ stream: H264Facts, _ run: CheckRun) {
    guard case .seqParameterSet(let set) = unit.payload, let idc = set.vuiParameters?.aspectRatioIdc, (17...254).contains(idc)
    else { return }
    run.find(
      self, "aspect_ratio_idc is \(idc)", at: stream.unit.offset, path: stream.unitPath + " › vui_parameters › aspect_ratio_idc")
  }
}
