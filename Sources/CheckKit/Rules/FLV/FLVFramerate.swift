import FLVKit

/// `framerate` differs from the rate of the video tags.
final class FLVFramerate: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.metadata-framerate", .warning, "framerate differs from the rate of the video tags",
      clause: "Adobe FLV 10.1 E.5, framerate",
      cause: """
        The metadata was copied from the source or written before the end was known. Players show a wrong rate, and \
        editors import at it.
        """,
      remedy: "'mediaprobe remux IN.flv OUT.flv' recomputes the metadata.")
  }

  override func end(_ file: FLVFacts, _ run: CheckRun) {
    guard let value = file.metaData?.framerate, value > 0, let rate = file.measuredFrameRate else { return }
    guard (value - rate).magnitude > max(2, rate / 5) else { return }
    run.find(
      self, "it is \(decimal(value)), the tags have \(decimal(rate)) pictures a second", at: file.metaDataOffset,
      path: "onMetaData › framerate")
  }
}
