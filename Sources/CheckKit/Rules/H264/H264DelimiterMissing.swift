import BitstreamKit
import H264Kit
import NALKit
import RemuxKit

/// Access units of a byte stream with access unit delimiters have none.
final class H264DelimiterMissing: H264Rule {
  override var page: RulePage {
    RulePage(
      "h264.delimiter-missing", .warning, "access units lack the delimiter that others of the stream have",
      clause: "ITU-T H.264 (08/2021) 7.4.1.2.3: the delimiter is optional; where it is present, it begins an access unit",
      cause: "Streams with and without delimiters were joined. Splitters that look for delimiters take two pictures for one.",
      remedy: "'mediaprobe check --fix' writes a delimiter before each access unit.")
  }

  private var counts = DelimiterCounts()
  /// Whether redundant slices may begin with macroblock 0 as well.
  private var hasRedundantSlices = false

  override func unit(_ stream: H264Facts, _ run: CheckRun) {
    if stream.track != nil { return ignore(.unit) }
    if stream.nalUnitType == 9 { counts.noteDelimiter() }
    if stream.isSlice, stream.unit.startsPicture(.h264) { counts.notePicture(stream.unit, stream.unitPath) }
  }

  override func content(_ unit: H264NALUnit, _ stream: H264Facts, _ run: CheckRun) {
    if case .picParameterSet(let set) = unit.payload, set.redundantPicCntPresentFlag { hasRedundantSlices = true }
  }

  override func end(_ stream: H264Facts, _ run: CheckRun) { if !hasRedundantSlices { counts.report(self, run) } }
}
