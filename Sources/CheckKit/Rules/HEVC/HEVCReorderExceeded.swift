import HEVCKit

/// Pictures are reordered further than sps_max_num_reorder_pics.
final class HEVCReorderExceeded: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.reorder-exceeded", .error, "pictures are reordered further than sps_max_num_reorder_pics",
      clause: "ITU-T H.265 (08/2021) 7.4.3.2.1, sps_max_num_reorder_pics",
      cause: """
        The set was edited to a lower value, or the encoder is faulty. Decoders that output early show pictures in the \
        wrong order.
        """,
      remedy: "Encode again.")
  }

  /// Picture order counts of output pictures since the sequence began, in decoding order.
  private var recent: [Int] = []

  override func picture(_ picture: HEVCPicture, _ stream: HEVCFacts, _ run: CheckRun) {
    if picture.isUnresolved || !picture.isOutput { return }
    if picture.startsOrder { recent.removeAll(keepingCapacity: true) }
    let ahead = recent.count { $0 > picture.pictureOrderCount }
    if ahead > picture.outputLimits.maxNumReorderPics {
      run.find(
        self,
        "\(ahead) pictures that precede the picture follow it in output order, the limit is \(picture.outputLimits.maxNumReorderPics)",
        at: picture.offset, size: picture.size)
    }
    if recent.count == 32 { recent.removeFirst() }
    recent.append(picture.pictureOrderCount)
  }
}
