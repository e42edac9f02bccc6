import BitstreamKit
import H264Kit
import NALKit

/// `matrix_coefficients` 0 (RGB) with subsampled chroma.
final class H264RGBMatrix: H264Rule {
  override var page: RulePage {
    RulePage(
      "h264.rgb-chroma", .error, "matrix_coefficients 0 (RGB) with subsampled chroma",
      clause: "ITU-T H.264 (08/2021) E.2.1: matrix_coefficients shall not be 0 unless chroma_format_idc is 3",
      cause: "The writer takes 0 for 'unknown', which is 2. Players show green or purple pictures.",
      remedy: "Set the colours with 'mediaprobe edit --set colour=NAME'.")
  }

  override func content(_ unit: H264NALUnit, _ stream: H264Facts, _ run: CheckRun) {
    guard case .seqParameterSet(let set) = unit.payload, let colour = set.vuiParameters?.videoSignalType?.colourDescription,
      colour.matrixCoefficients == 0, set.chromaFormatIdc != 3
    else { return }
    run.find(
      self, "matrix_coefficients is 0, chroma_format_idc \(set.chromaFormatIdc)", at: stream.unit.offset,
      path: stream.unitPath + " › vui_parameters › matrix_coefficients")
  }
}
