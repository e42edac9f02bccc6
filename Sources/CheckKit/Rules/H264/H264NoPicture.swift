import BitstreamKit
import H264Kit

/// The stream has no picture.
final class H264NoPicture: H264Rule {
  override var page: RulePage {
    RulePage(
      "h264.no-picture", .error, "the stream has no picture",
      clause: "ITU-T H.264 (08/2021) 7.4.1.2.1",
      cause: "The file holds parameter sets only, or slices of other layers and views whose base is missing.",
      remedy: "Look at 'mediaprobe nalu' for what there is.")
  }

  override func end(_ stream: H264Facts, _ run: CheckRun) {
    // The samples of an init segment are elsewhere.
    if stream.pictureCount == 0, stream.track?.sampleCount != 0 { run.find(self, "none of the units is a slice of a base view") }
  }
}
