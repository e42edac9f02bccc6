import BitstreamKit
import H264Kit
import NALKit

/// An access unit delimiter is not the first unit of its access unit.
final class H264DelimiterNotFirst: H264Rule {
  override var page: RulePage {
    RulePage(
      "h264.delimiter-not-first", .error, "an access unit delimiter is not the first unit of its access unit",
      clause: "ITU-T H.264 (08/2021) 7.4.1.2.3",
      cause: "A writer puts parameter sets or SEI before the delimiter. Splitters then cut access units at the wrong place.",
      remedy: "Write the delimiter before all other units of the access unit.")
  }

  /// Whether units of the next access unit came since the last slice.
  private var hasBegun = false

  override func unit(_ stream: H264Facts, _ run: CheckRun) {
    if stream.isConfiguration { return }
    switch stream.nalUnitType {
    case 1...5: hasBegun = false
    case 6, 7, 8, 14...18: hasBegun = true
    case 9:
      if hasBegun {
        run.find(
          self, "the delimiter follows other units of its access unit", at: stream.unit.offset, size: stream.unit.length,
          path: stream.unitPath)
      }
      hasBegun = true
    default: break
    }
  }
}
