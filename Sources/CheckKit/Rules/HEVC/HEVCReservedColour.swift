import BitstreamKit
import HEVCKit
import NALKit

/// A colour code point is reserved.
final class HEVCReservedColour: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.reserved-colour", .warning, "a colour code point is reserved",
      clause: "ITU-T H.265 (08/2021) E.3.1, Tables E.3 to E.5",
      cause: "The VUI is damaged, or its writer uses codes of another standard. Players guess the colours.",
      remedy: """
        'mediaprobe check --fix' makes reserved code points of a byte stream unspecified; 'mediaprobe edit --set colour=NAME' \
        writes the right ones.
        """)
  }

  override func content(_ unit: HEVCNALUnit, _ stream: HEVCFacts, _ run: CheckRun) {
    guard case .seqParameterSet(let set) = unit.payload, let colour = set.vuiParameters?.videoSignalType?.colourDescription
    else { return }
    for (name, value) in colour.codes.reserved(matrixName: "matrix_coeffs") {
      run.find(
        self, "\(name) is \(value)", at: stream.unit.offset, size: stream.unit.length,
        path: stream.unitPath + " › vui_parameters › \(name)")
    }
  }
}
