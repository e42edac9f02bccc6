import BitstreamKit
import H264Kit
import NALKit

/// `level_idc` is none of the table of levels.
final class H264UnknownLevel: H264Rule {
  override var page: RulePage {
    RulePage(
      "h264.unknown-level", .warning, "level_idc is none of the table of levels",
      clause: "ITU-T H.264 (08/2021) Table A-1",
      cause: """
        The set is damaged, or the encoder writes a private value. Hardware decoders refuse the stream or reserve too \
        little memory.
        """,
      remedy: "Encode with a level of the specification.")
  }

  override func content(_ unit: H264NALUnit, _ stream: H264Facts, _ run: CheckRun) {
    guard case .seqParameterSet(let set) = unit.payload, H264Level(set) == nil else { return }
    run.find(self, "level_idc is \(set.levelIdc)", at: stream.unit.offset, path: stream.unitPath + " › seq_parameter_set_data › level_idc")
  }
}
