import BitstreamKit
import HEVCKit

/// A picture has fewer slice segments than the others of its type.
final class HEVCMissingSlices: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.missing-slices", .warning, "a picture has fewer slice segments than the others of its type",
      clause: "ITU-T H.265 (08/2021) clause 3, coded picture: it contains all coding tree units of the picture",
      cause: "Units were lost in transfer, or removed. Decoders conceal what is missing, and pictures that refer to it are wrong too.",
      remedy: "Transfer or record again. If the encoder varies the number of segments, nothing is wrong.")
  }

  private var slices = SliceCounts()

  override func picture(_ picture: HEVCPicture, _ stream: HEVCFacts, _ run: CheckRun) {
    if picture.isUnresolved { return }
    let kind: UInt16 =
      switch picture.type {
      case .i: 0
      case .p: 1
      case .b: 2
      case .unknown: 3
      }
    slices.add(kind, sliceCount: picture.segmentCount, offset: picture.offset, size: picture.size)
  }

  override func end(_ stream: HEVCFacts, _ run: CheckRun) {
    for group in slices.lacking { run.find(self, group.words(of: "slice segment"), at: group.offset, size: group.size) }
  }
}
