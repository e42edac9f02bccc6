import BitstreamKit
import HEVCKit
import NALKit

/// Emulation prevention bytes are missing or superfluous.
final class HEVCEmulationPrevention: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.emulation-prevention", .error, "emulation prevention bytes are missing or superfluous",
      clause: "ITU-T H.265 (08/2021) 7.4.2.1: no 00 00 00, 00 00 01, 00 00 02, and 00 00 03 only before 00 to 03 or at the end",
      cause: """
        The writer escapes payloads wrongly, or data is damaged. Parsers find start codes inside of the unit, or read shifted bits. Slices \
        are looked at as far as they are read: 64 KiB of each in containers.
        """,
      remedy: "Fix the writer; 'mediaprobe roundtrip' shows the first byte that differs.")
  }

  override func unit(_ stream: HEVCFacts, _ run: CheckRun) {
    guard let place = stream.forbidden else { return }
    run.find(
      self, "the slice data has \(place.name), which readers of a byte stream take for \(place.meaning)", at: place.offset, size: 3,
      path: stream.unitPath)
  }

  override func content(_ unit: HEVCNALUnit, _ stream: HEVCFacts, _ run: CheckRun) {
    if unit.irregularBytes == nil { return }
    run.find(
      self, "a unit of type \(stream.nalUnitType) is not escaped as the specification asks", at: stream.unit.offset,
      size: stream.unit.length, path: stream.unitPath)
  }
}
