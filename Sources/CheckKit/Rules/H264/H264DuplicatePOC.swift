import BitstreamKit
import H264Kit

/// Two pictures of a coded video sequence have the same picture order count.
final class H264DuplicatePOC: H264Rule {
  override var page: RulePage {
    RulePage(
      "h264.duplicate-poc", .error, "two pictures of a coded video sequence have the same picture order count",
      clause: "ITU-T H.264 (08/2021) 8.2.1: TopFieldOrderCnt and BottomFieldOrderCnt of different frames shall differ",
      cause: """
        A faulty encoder, a damaged slice header, or streams joined without an IDR picture. Players show the pictures in \
        the wrong order or drop one.
        """,
      remedy: "Encode again.")
  }

  override func picture(_ picture: H264Picture, _ stream: H264Facts, _ run: CheckRun) {
    guard stream.repeatsOrder else { return }
    run.find(
      self, "PicOrderCnt is \(picture.pictureOrderCount), as of one of the \(stream.recentOrderCount) pictures before",
      at: picture.offset, size: picture.size)
  }
}
