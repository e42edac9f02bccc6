import BitstreamKit
import HEVCKit
import NALKit

/// An access unit delimiter is not the first unit of its access unit.
final class HEVCDelimiterNotFirst: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.delimiter-not-first", .error, "an access unit delimiter is not the first unit of its access unit",
      clause: "ITU-T H.265 (08/2021) 7.4.2.4.4",
      cause: "A writer puts parameter sets or SEI before the delimiter. Splitters then cut access units at the wrong place.",
      remedy: "Write the delimiter before all other units of the access unit.")
  }

  /// Whether units of the next access unit came since the last slice.
  private var hasBegun = false

  override func unit(_ stream: HEVCFacts, _ run: CheckRun) {
    if stream.isConfiguration || stream.header.nuhLayerId > 0 { return }
    switch stream.nalUnitType {
    case 0...31, 36, 37: hasBegun = false
    case 32, 33, 34, 39, 41...44, 48...55: hasBegun = true
    case 35:
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
