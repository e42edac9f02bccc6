import BitstreamKit
import HEVCKit
import NALKit

/// Emulation prevention bytes are missing or superfluous.
final class HEVCEmulationPrevention: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.emulation-prevention", .error, "emulation prevention bytes are missing or superfluous",
      clause: "ITU-T H.265 (08/2021) 7.4.2.1: no 00 00 00, 00 00 01, 00 00 02, and 00 00 03 only before 00 to 03 or at the end",
      cause: "The writer escapes payloads wrongly. Parsers find start codes inside of the unit, or read shifted bits.",
      remedy: "Fix the writer; 'mediaprobe roundtrip' shows the first byte that differs.")
  }

  override func content(_ unit: HEVCNALUnit, _ stream: HEVCFacts, _ run: CheckRun) {
    if unit.irregularBytes == nil { return }
    run.find(
      self, "a unit of type \(stream.nalUnitType) is not escaped as the specification asks", at: stream.unit.offset,
      size: stream.unit.length, path: stream.unitPath)
  }
}
