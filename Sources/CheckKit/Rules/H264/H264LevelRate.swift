import BitstreamKit
import H264Kit
import NALKit

/// The macroblock rate exceeds the level.
final class H264LevelRate: H264Rule {
  override var page: RulePage {
    RulePage(
      "h264.level-macroblock-rate", .error, "the macroblock rate exceeds the level",
      clause: "ITU-T H.264 (08/2021) A.3.1 and Table A-1, MaxMBPS; with the durations of pic_struct, Table E-6",
      cause: """
        The encoder was given a level that is too low for the frame rate. Hardware decoders cannot keep up or refuse the \
        stream.
        """,
      remedy: "Correct the level with 'mediaprobe edit --set level_idc=LEVEL', or the frame rate in the VUI if that is wrong.")
  }

  private var late = LateRates()

  override func content(_ unit: H264NALUnit, _ stream: H264Facts, _ run: CheckRun) {
    guard case .seqParameterSet(let set) = unit.payload, let level = H264Level(set), let rate = set.frameRate, rate.value < 1000,
      let vui = set.vuiParameters, vui.timingInfo?.fixedFrameRateFlag == true
    else { return }
    let needed = Double(set.picWidthInMbs) * Double(set.frameHeightInMbs) * rate.value
    if needed <= Double(level.maxMBPS) * 1.001 { return }
    let item = LateRates.Item(
      needed: needed, limit: Double(level.maxMBPS), level: set.levelName, offset: stream.unit.offset, size: nil,
      path: stream.unitPath + " › seq_parameter_set_data › level_idc")
    // With pic_struct frames may last more ticks than two.
    if vui.picStructPresentFlag { late.keep(item) } else { find(item, run) }
  }

  override func end(_ stream: H264Facts, _ run: CheckRun) { for item in late.found(stream.ticks) { find(item, run) } }

  private func find(_ item: LateRates.Item, _ run: CheckRun) {
    run.find(
      self,
      "\(Int64(saturating: item.needed)) macroblocks a second exceed level \(item.level), which allows \(Int64(saturating: item.limit))",
      at: item.offset, path: item.path)
  }
}
