import BitstreamKit
import H264Kit
import NALKit

/// A colour code point is reserved.
final class H264ReservedColour: H264Rule {
  override var page: RulePage {
    RulePage(
      "h264.reserved-colour", .warning, "a colour code point is reserved",
      clause: "ITU-T H.264 (08/2021) E.2.1, Tables E-3 to E-5",
      cause: "The VUI is damaged, or its writer uses codes of another standard. Players guess the colours.",
      remedy: "Correct the code points with 'mediaprobe edit --set colour=NAME'.")
  }

  override func content(_ unit: H264NALUnit, _ stream: H264Facts, _ run: CheckRun) {
    guard case .seqParameterSet(let set) = unit.payload, let colour = set.vuiParameters?.videoSignalType?.colourDescription else { return }
    var found: [(name: String, value: UInt8)] = []
    if [0, 3].contains(colour.colourPrimaries) || (13...21).contains(colour.colourPrimaries) || colour.colourPrimaries > 22 {
      found.append(("colour_primaries", colour.colourPrimaries))
    }
    if [0, 3].contains(colour.transferCharacteristics) || colour.transferCharacteristics > 18 {
      found.append(("transfer_characteristics", colour.transferCharacteristics))
    }
    if colour.matrixCoefficients == 3 || colour.matrixCoefficients > 14 { found.append(("matrix_coefficients", colour.matrixCoefficients)) }
    for (name, value) in found {
      run.find(self, "\(name) is \(value)", at: stream.unit.offset, path: stream.unitPath + " › vui_parameters › \(name)")
    }
  }
}
