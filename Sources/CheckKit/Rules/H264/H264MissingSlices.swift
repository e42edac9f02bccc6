import BitstreamKit
import H264Kit

/// A picture has fewer slices than the others of its type.
final class H264MissingSlices: H264Rule {
  override var page: RulePage {
    RulePage(
      "h264.missing-slices", .warning, "a picture has fewer slices than the others of its type",
      clause: "ITU-T H.264 (08/2021) clause 3, primary coded picture: it contains all macroblocks of the picture",
      cause: "Units were lost in transfer, or removed. Decoders conceal what is missing, and pictures that refer to it are wrong too.",
      remedy: "Transfer or record again. If the encoder varies the number of slices, nothing is wrong.")
  }

  private var slices = SliceCounts()

  override func picture(_ picture: H264Picture, _ stream: H264Facts, _ run: CheckRun) {
    if picture.isUnresolved { return }
    let kind = UInt16(picture.type.rawValue) << 8 | UInt16(picture.field.rawValue)
    slices.add(kind, sliceCount: picture.sliceCount, offset: picture.offset, size: picture.size)
  }

  override func end(_ stream: H264Facts, _ run: CheckRun) {
    for group in slices.lacking { run.find(self, group.words(of: "slice"), at: group.offset, size: group.size) }
  }
}
