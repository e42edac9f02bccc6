import HEVCKit

/// A picture waits for output longer than SpsMaxLatencyPictures.
final class HEVCLatencyExceeded: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.latency-exceeded", .error, "a picture waits for output longer than SpsMaxLatencyPictures",
      clause: "ITU-T H.265 (08/2021) 7.4.3.2.1, sps_max_latency_increase_plus1 and (7-9)",
      cause: "The set was edited to a lower value, or the encoder is faulty. Decoders output the picture too early.",
      remedy: "Encode again.")
  }

  /// Output pictures since the sequence began: order count and the number of later pictures that are output before them.
  private var recent: [(order: Int, overtaken: Int)] = []

  override func picture(_ picture: HEVCPicture, _ stream: HEVCFacts, _ run: CheckRun) {
    if picture.isUnresolved || !picture.isOutput { return }
    if picture.startsOrder { recent.removeAll(keepingCapacity: true) }
    for index in recent.indices where recent[index].order > picture.pictureOrderCount {
      recent[index].overtaken += 1
      guard let limit = picture.outputLimits.maxLatencyPictures, recent[index].overtaken == limit + 1 else { continue }
      run.find(
        self, "more than \(limit) pictures overtake the picture with PicOrderCntVal \(recent[index].order)", at: picture.offset,
        size: picture.size)
    }
    if recent.count == 32 { recent.removeFirst() }
    recent.append((picture.pictureOrderCount, 0))
  }
}
