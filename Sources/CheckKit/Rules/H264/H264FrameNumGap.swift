import BitstreamKit
import H264Kit

/// `frame_num` jumps.
final class H264FrameNumGap: H264Rule {
  override var page: RulePage {
    RulePage(
      "h264.frame-num-gap", .error, "frame_num jumps",
      clause: "ITU-T H.264 (08/2021) 7.4.3, frame_num; gaps are allowed only with gaps_in_frame_num_value_allowed_flag",
      cause: """
        Reference pictures are missing: they were lost in transmission, or cut out. What refers to them decodes with \
        artefacts.
        """,
      remedy: "Transfer again, or cut the stream at the next IDR picture with 'mediaprobe cut'.")
  }

  /// frame_num of the last reference picture, and whether the last picture was one.
  private var last: (frameNum: UInt32, wasReference: Bool)?

  override func picture(_ picture: H264Picture, _ stream: H264Facts, _ run: CheckRun) {
    defer { last = (picture.startsOrder && !picture.isKeyframe ? 0 : picture.frameNum, picture.isReference) }
    guard let last, !picture.isKeyframe, !picture.isUnresolved, let limits = stream.pictureLimits, !limits.allowsGaps,
      stream.previous?.isUnresolved != true
    else { return }
    // What refers to pictures before a recovery point that the stream begins with may be left out: `cut` does.
    if stream.pictureCount == 1, let first = stream.previous, !first.isKeyframe, first.randomAccess != nil { return }
    let size = UInt64(1) << UInt64(limits.set.log2MaxFrameNumMinus4 + 4)
    let expected = (UInt64(last.frameNum) + (last.wasReference ? 1 : 0)) % size
    // After a picture that is not a reference, the next one has the same frame_num, which is one more than the last reference.
    if UInt64(picture.frameNum) == expected || UInt64(picture.frameNum) == UInt64(last.frameNum) { return }
    run.find(self, "frame_num is \(picture.frameNum), expected \(expected)", at: picture.offset, size: picture.size)
  }
}
