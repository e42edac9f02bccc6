import BitstreamKit
import H264Kit

/// Pictures are reordered further than max_num_reorder_frames.
final class H264ReorderExceeded: H264Rule {
  override var page: RulePage {
    RulePage(
      "h264.reorder-exceeded", .error, "pictures are reordered further than max_num_reorder_frames",
      clause: "ITU-T H.264 (08/2021) E.2.1, max_num_reorder_frames",
      cause: """
        The VUI was edited to a lower value, or the encoder is faulty. Decoders that output early show pictures in the \
        wrong order.
        """,
      remedy: "Encode again, or remove the bitstream restriction with 'mediaprobe edit'.")
  }

  override func picture(_ picture: H264Picture, _ stream: H264Facts, _ run: CheckRun) {
    // Frames that precede this one in decoding order and follow it in output order.
    guard stream.laterOrders > 0, let most = stream.pictureLimits?.maxNumReorderFrames, stream.laterOrders > most else { return }
    run.find(
      self,
      "\(stream.laterOrders) frames that precede the picture follow it in output order, max_num_reorder_frames is \(most)",
      at: picture.offset, size: picture.size)
  }
}
