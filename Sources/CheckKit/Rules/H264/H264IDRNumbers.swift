import BitstreamKit
import H264Kit

/// An IDR picture does not begin the counts of frames and of output order anew.
final class H264IDRNumbers: H264Rule {
  override var page: RulePage {
    RulePage(
      "h264.idr-numbers", .error, "an IDR picture does not begin the counts of frames and of output order anew",
      clause: """
        ITU-T H.264 (08/2021) 7.4.3, frame_num: 0 in IDR pictures; 8.2.1: the order count of an IDR picture, the smaller of a frame's \
        two, is 0
        """,
      cause: "The slice header is damaged, or a tool made an IDR picture of another one. Decoders show pictures in the wrong order.",
      remedy: "Encode again, or cut at another key picture.")
  }

  override func picture(_ picture: H264Picture, _ stream: H264Facts, _ run: CheckRun) {
    guard picture.isKeyframe, !picture.isUnresolved else { return }
    var found: [String] = []
    if picture.frameNum != 0 { found.append("frame_num is \(picture.frameNum)") }
    // The second field of a pair is no IDR picture of its own, and may come before the first in output order.
    let isPair = picture.field == .topBottomPair || picture.field == .bottomTopPair
    // memory_management_control_operation 5 is not in IDR pictures.
    if !isPair, picture.pictureOrderCount != 0 { found.append("the order count is \(picture.pictureOrderCount)") }
    for why in found { run.find(self, why, at: picture.offset, size: picture.size) }
  }
}
