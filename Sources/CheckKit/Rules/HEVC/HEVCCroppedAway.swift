import BitstreamKit
import HEVCKit
import NALKit

/// The conformance window leaves no picture.
final class HEVCCroppedAway: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.cropped-away", .error, "the conformance window leaves no picture",
      clause: "ITU-T H.265 (08/2021) 7.4.3.2.1, conf_win_left_offset and following",
      cause: "The offsets are damaged or computed in the wrong unit. Players show nothing or crash.",
      remedy: "Correct the cropping with 'mediaprobe edit --set crop=LEFT,RIGHT,TOP,BOTTOM'.")
  }

  override func content(_ unit: HEVCNALUnit, _ stream: HEVCFacts, _ run: CheckRun) {
    guard case .seqParameterSet(let set) = unit.payload, let format = set.format, format.croppedSize == nil
    else { return }
    run.find(
      self, "the offsets remove all of \(format.picWidthInLumaSamples) x \(format.picHeightInLumaSamples) samples", at: stream.unit.offset,
      size: stream.unit.length, path: stream.unitPath + " › seq_parameter_set_rbsp › conf_win_left_offset")
  }
}
