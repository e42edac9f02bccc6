import BitstreamKit
import H264Kit

/// The stream does not begin with an IDR picture.
final class H264FirstPictureNotIDR: H264Rule {
  override var page: RulePage {
    RulePage(
      "h264.first-picture-not-idr", .warning, "the stream does not begin with an IDR picture",
      clause: "ITU-T H.264 (08/2021) 7.4.1.2.1: the first picture of a bitstream is an IDR picture",
      cause: """
        The stream was cut at a place that is not a key picture, or recorded from its middle. Players show nothing or \
        artefacts up to the next key picture.
        """,
      remedy: "Cut at a key picture: 'mediaprobe cut' does.")
  }

  override func picture(_ picture: H264Picture, _ stream: H264Facts, _ run: CheckRun) {
    guard stream.pictureCount == 0, !picture.isKeyframe else { return }
    let why = picture.randomAccess == nil ? "" : " (it is a recovery point)"
    run.find(self, "the first picture is of type \(picture.type.name), and no IDR picture\(why)", at: picture.offset, size: picture.size)
  }
}
