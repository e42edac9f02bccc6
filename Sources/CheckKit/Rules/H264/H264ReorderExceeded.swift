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

  /// Picture order counts since the last IDR picture, in decoding order.
  private var recent: [Int] = []

  override func picture(_ picture: H264Picture, _ stream: H264Facts, _ run: CheckRun) {
    if picture.isUnresolved { return }
    if picture.startsOrder { recent.removeAll(keepingCapacity: true) }
    // Frames that precede this one in decoding order and follow it in output order.
    let ahead = recent.count { $0 > picture.pictureOrderCount }
    if let most = stream.pictureLimits?.maxNumReorderFrames, ahead > most {
      run.find(
        self,
        "\(ahead) frames that precede the picture follow it in output order, max_num_reorder_frames is \(most)",
        at: picture.offset, size: picture.size)
    }
    if recent.count == 32 { recent.removeFirst() }
    recent.append(picture.pictureOrderCount)
  }
}
