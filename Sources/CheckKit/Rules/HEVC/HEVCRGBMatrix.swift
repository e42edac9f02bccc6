import BitstreamKit
import HEVCKit
import NALKit

/// `matrix_coeffs` 0 (RGB) with subsampled chroma.
final class HEVCRGBMatrix: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.rgb-chroma", .error, "matrix_coeffs 0 (RGB) with subsampled chroma",
      clause: "ITU-T H.265 (08/2021) E.3.1: matrix_coeffs shall not be 0 unless chroma_format_idc is 3",
      cause: "The writer takes 0 for 'unknown', which is 2. Players show green or purple pictures.",
      remedy: "Set the colours with 'mediaprobe edit --set colour=NAME'.")
  }

  override func content(_ unit: HEVCNALUnit, _ stream: HEVCFacts, _ run: CheckRun) {
    guard case .seqParameterSet(let set) = unit.payload, let colour = set.vuiParameters?.videoSignalType?.colourDescription,
      colour.matrixCoeffs == 0, let chroma = set.chromaFormatIdc, chroma != 3
    else { return }
    run.find(
      self, "matrix_coeffs is 0, chroma_format_idc \(chroma)", at: stream.unit.offset, size: stream.unit.length,
      path: stream.unitPath + " › vui_parameters › matrix_coeffs")
  }
}
