import BitstreamKit
import H264Kit

/// A P or B picture in a stream whose parameter set allows no reference.
final class H264NoReferences: H264Rule {
  override var page: RulePage {
    RulePage(
      "h264.no-references", .error, "a P or B picture in a stream whose parameter set allows no reference",
      clause: "ITU-T H.264 (08/2021) 7.4.2.1.1, max_num_ref_frames: the number of frames that inter prediction may use",
      cause: "The set was edited by hand, or is damaged. Decoders that reserve memory by it have nothing to predict from.",
      remedy: "Encode again, or write the number that the encoder used.")
  }

  override func picture(_ picture: H264Picture, _ stream: H264Facts, _ run: CheckRun) {
    guard picture.type != .i, !picture.isUnresolved, let limits = stream.pictureLimits, limits.set.maxNumRefFrames == 0 else { return }
    run.find(self, "the picture is of type \(picture.type.name), and max_num_ref_frames is 0", at: picture.offset, size: picture.size)
  }
}
