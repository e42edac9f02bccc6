import HEVCKit

/// The stream has no picture.
final class HEVCNoPicture: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.no-picture", .error, "the stream has no picture",
      clause: "ITU-T H.265 (08/2021) 7.4.2.4.3",
      cause: "The file holds parameter sets only, or slices of other layers whose base is missing.",
      remedy: "Look at 'mediaprobe nalu' for what there is.")
  }

  override func end(_ stream: HEVCFacts, _ run: CheckRun) {
    // The track of an initialization segment has no samples.
    if let track = stream.track, track.sampleCount == 0 { return }
    if stream.pictureCount == 0 { run.find(self, "none of the units is a slice of the base layer") }
  }
}
