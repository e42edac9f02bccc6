import BitstreamKit
import H264Kit
import NALKit

/// Bytes follow the trailing bits of a unit.
final class H264TrailingBytes: H264Rule {
  override var page: RulePage {
    RulePage(
      "h264.trailing-bytes", .error, "bytes follow the trailing bits of a unit",
      clause: """
        ITU-T H.264 (08/2021) 7.3.2.11: rbsp_trailing_bits( ) end the RBSP; cabac_zero_words follow slice data alone; 7.3.2.5 and 7.3.2.6: \
        an end of sequence or stream has a header alone
        """,
      cause: "The writer pads its units, or copies more than the unit.",
      remedy: "Remove the bytes; writers should end a unit with its trailing bits.")
  }

  override func content(_ unit: H264NALUnit, _ stream: H264Facts, _ run: CheckRun) {
    let count = unit.trailing.count
    if count == 0 { return }
    let isEmpty = stream.nalUnitType == 10 || stream.nalUnitType == 11
    run.find(
      self, "\(counted(count, "byte follows", "bytes follow")) \(isEmpty ? "the header of an empty unit" : "the trailing bits")",
      at: stream.unit.offset + stream.unit.length - UInt64(min(count, Int(clamping: stream.unit.length))),
      size: UInt64(count), path: stream.unitPath)
  }
}
