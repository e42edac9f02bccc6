import BitstreamKit
import HEVCKit
import NALKit

/// A suffix SEI or filler data unit precedes the first slice of its access unit.
final class HEVCSuffixBeforePicture: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.suffix-before-picture", .error, "a suffix SEI or filler data unit precedes the first slice of its access unit",
      clause: """
        ITU-T H.265 (08/2021) 7.4.2.4.4: suffix SEI and filler data shall not precede the first VCL NAL unit of the access \
        unit
        """,
      cause: "A tool moved parameter sets or rewrote messages without their order. Messages are then applied to the wrong picture.",
      remedy: "Write suffix SEI after the slices of its picture.")
  }

  private var hasBegun = true

  override func unit(_ stream: HEVCFacts, _ run: CheckRun) {
    if stream.isConfiguration || stream.header.nuhLayerId > 0 { return }
    switch stream.nalUnitType {
    case 0...31: hasBegun = false
    case 32...35, 39: hasBegun = true
    case 38, 40:
      if hasBegun {
        run.find(
          self, "a unit of type \(stream.nalUnitType) precedes the picture", at: stream.unit.offset, size: stream.unit.length,
          path: stream.unitPath)
      }
    default: break
    }
  }
}
