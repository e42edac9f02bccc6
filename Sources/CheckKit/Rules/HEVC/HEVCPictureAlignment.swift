import BitstreamKit
import HEVCKit
import NALKit

/// The picture size is not a multiple of the smallest coding block.
final class HEVCPictureAlignment: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.picture-alignment", .error, "the picture size is not a multiple of the smallest coding block",
      clause: """
        ITU-T H.265 (08/2021) 7.4.3.2.1: pic_width_in_luma_samples and pic_height_in_luma_samples shall be multiples of \
        MinCbSizeY
        """,
      cause: "The set is damaged or was edited. Decoders reject it.",
      remedy: "Encode again; a size that is not a multiple needs a conformance window.")
  }

  override func content(_ unit: HEVCNALUnit, _ stream: HEVCFacts, _ run: CheckRun) {
    guard case .seqParameterSet(let set) = unit.payload, let format = set.format
    else { return }
    let size = UInt32(1) << UInt32(set.log2MinLumaCodingBlockSizeMinus3 + 3)
    guard format.picWidthInLumaSamples % size != 0 || format.picHeightInLumaSamples % size != 0 else { return }
    run.find(
      self, "\(format.picWidthInLumaSamples) x \(format.picHeightInLumaSamples) is not a multiple of \(size)", at: stream.unit.offset,
      size: stream.unit.length, path: stream.unitPath + " › seq_parameter_set_rbsp › pic_width_in_luma_samples")
  }
}
