import HEVCKit

/// A picture is on the wrong side of its IRAP picture in output order.
final class HEVCOrderAgainstIRAP: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.order-against-irap", .error, "a picture is on the wrong side of its IRAP picture in output order",
      clause: """
        ITU-T H.265 (08/2021) 3.75 and 3.163: leading pictures precede the IRAP picture in output order, trailing pictures \
        follow it
        """,
      cause: """
        A wrong nal_unit_type or picture order count. Players that start at the IRAP picture show pictures that they \
        cannot decode, or drop good ones.
        """,
      remedy: "Encode again.")
  }

  private var order: Int?

  override func picture(_ picture: HEVCPicture, _ stream: HEVCFacts, _ run: CheckRun) {
    if picture.isUnresolved { return order = nil }
    if picture.isKeyframe { return order = picture.pictureOrderCount }
    if picture.startsOrder { order = nil }
    guard let order, (picture.leading != nil) != (picture.pictureOrderCount < order) else { return }
    run.find(
      self, "\(picture.nalUnitType.name) has PicOrderCntVal \(picture.pictureOrderCount), its IRAP picture \(order)", at: picture.offset,
      size: picture.size)
  }
}
