import HEVCKit

/// The stream does not begin with an IRAP picture.
final class HEVCFirstPictureNotIRAP: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.first-picture-not-irap", .warning, "the stream does not begin with an IRAP picture",
      clause: "ITU-T H.265 (08/2021) 7.4.2.4.3: the first access unit of a bitstream is an IRAP access unit",
      cause: """
        The stream was cut at a place that is not a key picture, or recorded from its middle. Players show nothing or \
        artefacts up to the next key picture.
        """,
      remedy: "Cut at a key picture: 'mediaprobe cut' does.")
  }

  override func picture(_ picture: HEVCPicture, _ stream: HEVCFacts, _ run: CheckRun) {
    guard stream.pictureCount == 0, !picture.isKeyframe else { return }
    run.find(self, "the first picture is \(picture.nalUnitType.name)", at: picture.offset, size: picture.size)
  }
}
