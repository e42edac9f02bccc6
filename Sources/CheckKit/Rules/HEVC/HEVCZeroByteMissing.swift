import BitstreamKit
import HEVCKit
import NALKit

/// A start code lacks its zero_byte.
final class HEVCZeroByteMissing: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.zero-byte-missing", .error, "a start code lacks its zero_byte",
      clause: """
        ITU-T H.265 (08/2021) B.2.2: zero_byte shall precede the start code of parameter sets and of the first unit of an \
        access unit
        """,
      cause: "The writer uses three-byte start codes everywhere. Most parsers accept them; some hardware does not.",
      remedy: "'mediaprobe remux IN OUT.hevc' writes start codes of four bytes.")
  }

  private var isFirst = true

  override func unit(_ stream: HEVCFacts, _ run: CheckRun) {
    guard stream.track == nil, !stream.isConfiguration else { return }
    defer { isFirst = false }
    let type = stream.nalUnitType
    guard stream.unit.startCodeLength == 3, isFirst || (32...35).contains(type) else { return }
    run.find(
      self, isFirst ? "the first start code has three bytes" : "the start code of a unit of type \(type) has three bytes",
      at: stream.unit.startCodeOffset, size: 3, path: stream.unitPath)
  }
}
