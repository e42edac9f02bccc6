import HEVCKit

/// The reference picture set contradicts the type of the picture or the size of the buffer.
final class HEVCReferenceCount: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.reference-count", .error, "the reference picture set contradicts the slices or the size of the buffer",
      clause: """
        ITU-T H.265 (08/2021) 7.4.7.1: NumPicTotalCurr of P and B slices shall not be 0; 7.4.8: a set has at most \
        sps_max_dec_pic_buffering_minus1 pictures
        """,
      cause: "A slice header is damaged, or the encoder counts wrongly. Decoders drop the picture.",
      remedy: "Repeat the transfer, or encode again.")
  }

  override func picture(_ picture: HEVCPicture, _ stream: HEVCFacts, _ run: CheckRun) {
    guard !picture.isUnresolved, let references = stream.pictureReferences, let set = stream.pictureSet, set.spsExtension?.scc == nil else {
      return
    }
    if picture.type == .p || picture.type == .b, references.usedCount == 0 {
      run.find(
        self, "a \(picture.type.name) picture may use none of its \(references.numDeltaPocs) reference pictures", at: picture.offset,
        size: picture.size)
    }
    if let limit = set.subLayerOrderingInfo.last?.maxDecPicBufferingMinus1, references.numDeltaPocs > Int(limit) {
      run.find(
        self, "the set has \(references.numDeltaPocs) pictures, sps_max_dec_pic_buffering_minus1 is \(limit)", at: picture.offset,
        size: picture.size)
    }
  }
}
