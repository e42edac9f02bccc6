import BitstreamKit
import HEVCKit
import NALKit

/// Units that begin an access unit stand between the slices of a picture.
final class HEVCUnitsInsidePicture: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.units-inside-picture", .error, "units that begin an access unit stand between the slices of a picture",
      clause: "ITU-T H.265 (08/2021) 7.4.2.4.4: no VPS, SPS, PPS, prefix SEI or delimiter after the first VCL unit of the picture",
      cause: """
        A tool inserts units at a fixed distance instead of at pictures. Decoders take the rest of the picture for another \
        one.
        """,
      remedy: "Insert the units before the first slice of a picture.")
  }

  private var found: (type: UInt8, offset: UInt64, size: UInt64, path: String)?

  override func unit(_ stream: HEVCFacts, _ run: CheckRun) {
    if stream.isConfiguration || stream.header.nuhLayerId > 0 { return }
    switch stream.nalUnitType {
    case 32...35, 39: found = (stream.nalUnitType, stream.unit.offset, stream.unit.length, stream.unitPath)
    case 0...9, 16...21:
      if let found, !stream.isFirstSegment {
        run.find(
          self, "a unit of type \(found.type) precedes another slice segment of the same picture", at: found.offset, size: found.size,
          path: found.path)
      }
      found = nil
    default: break
    }
  }
}
