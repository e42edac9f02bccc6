import HEVCKit

/// Two pictures of a coded video sequence have the same picture order count.
final class HEVCDuplicatePOC: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.duplicate-poc", .error, "two pictures of a coded video sequence have the same picture order count",
      clause: "ITU-T H.265 (08/2021) 8.3.1: PicOrderCntVal of different pictures of a coded video sequence shall differ",
      cause: """
        A faulty encoder, a damaged slice header, or streams joined without an IRAP picture. Players show the pictures in \
        the wrong order or drop one.
        """,
      remedy: "Encode again.")
  }

  private var recent: [Int] = []

  override func picture(_ picture: HEVCPicture, _ stream: HEVCFacts, _ run: CheckRun) {
    if picture.isUnresolved { return }
    if picture.startsOrder { recent.removeAll(keepingCapacity: true) }
    if recent.contains(picture.pictureOrderCount) {
      run.find(
        self, "PicOrderCntVal is \(picture.pictureOrderCount), as of one of the \(recent.count) pictures before", at: picture.offset,
        size: picture.size)
    }
    // No more pictures than a decoded picture buffer holds can be out of order.
    if recent.count == 32 { recent.removeFirst() }
    recent.append(picture.pictureOrderCount)
  }
}
