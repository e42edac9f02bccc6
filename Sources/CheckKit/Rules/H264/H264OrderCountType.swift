import BitstreamKit
import H264Kit

/// Two pictures in a row are not references, although pic_order_cnt_type is 2.
final class H264OrderCountType: H264Rule {
  override var page: RulePage {
    RulePage(
      "h264.order-count-type", .error, "pic_order_cnt_type is 2, and two pictures in a row are not references",
      clause: "ITU-T H.264 (08/2021) 7.4.2.1.1, pic_order_cnt_type; 8.2.1.3, picture order count of type 2",
      cause: """
        The type was chosen for a stream whose temporal layers or B pictures need another one. The order count follows from \
        frame_num alone, so both pictures have the same one, and where access unit delimiters are missing decoders take them \
        for one picture.
        """,
      remedy: "Encode again with pic_order_cnt_type 0, or with a reference between the two.")
  }

  override func picture(_ picture: H264Picture, _ stream: H264Facts, _ run: CheckRun) {
    guard stream.pictureLimits?.set.picOrderCntType == 2, !picture.isReference, !picture.isUnresolved,
      let previous = stream.previous, !previous.isReference, previous.field == .frame
    else { return }
    run.find(
      self, "neither picture \(previous.index) nor picture \(picture.index) is a reference", at: picture.offset, size: picture.size)
  }
}
