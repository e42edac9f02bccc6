import BitstreamKit
import HEVCKit
import NALKit
import RemuxKit

/// Access units of a byte stream with access unit delimiters have none.
final class HEVCDelimiterMissing: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.delimiter-missing", .warning, "access units lack the delimiter that others of the stream have",
      clause: "ITU-T H.265 (08/2021) 7.4.2.4.4: the delimiter is optional; where it is present, it begins an access unit",
      cause: "Streams with and without delimiters were joined. Splitters that look for delimiters take two pictures for one.",
      remedy: "'mediaprobe check --fix' writes a delimiter before each access unit.")
  }

  private var counts = DelimiterCounts()

  override func unit(_ stream: HEVCFacts, _ run: CheckRun) {
    if stream.track != nil { return ignore(.unit) }
    if stream.header.type == .aud { counts.noteDelimiter() }
    if stream.isSlice, stream.unit.startsPicture(.hevc) { counts.notePicture(stream.unit, stream.unitPath) }
  }

  override func end(_ stream: HEVCFacts, _ run: CheckRun) { counts.report(self, run) }
}
