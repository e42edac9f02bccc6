import BitstreamKit
import HEVCKit
import NALKit

/// Bytes follow the trailing bits of a unit.
final class HEVCTrailingBytes: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.trailing-bytes", .error, "bytes follow the trailing bits of a unit",
      clause: """
        ITU-T H.265 (08/2021) 7.3.2.11: rbsp_trailing_bits( ) end the RBSP; cabac_zero_words follow slice data alone; 7.3.2.6 and 7.3.2.7: \
        an end of sequence or bitstream has a header alone
        """,
      cause: "The writer pads its units, or copies more than the unit.",
      remedy: "Remove the bytes; writers should end a unit with its trailing bits.")
  }

  override func unit(_ stream: HEVCFacts, _ run: CheckRun) {
    guard stream.nalUnitType == 36 || stream.nalUnitType == 37, stream.unit.length > 2 else { return }
    run.find(
      self, "\(counted(stream.unit.length - 2, "byte follows", "bytes follow")) the header of an empty unit", at: stream.unit.offset + 2,
      size: stream.unit.length - 2,
      path: stream.unitPath)
  }

  override func content(_ unit: HEVCNALUnit, _ stream: HEVCFacts, _ run: CheckRun) {
    let count =
      switch unit.payload {
      case .videoParameterSet(let set): set.trailing.count
      case .seqParameterSet(let set): set.trailing.count
      case .picParameterSet(let set): set.trailing.count
      case .accessUnitDelimiter(let delimiter): delimiter.trailing.count
      case .sei(let information): information.trailing.count
      default: 0
      }
    if count == 0 { return }
    run.find(
      self, "\(counted(count, "byte follows", "bytes follow")) the trailing bits",
      at: stream.unit.offset + stream.unit.length - UInt64(min(count, Int(clamping: stream.unit.length))), size: UInt64(count),
      path: stream.unitPath)
  }
}
