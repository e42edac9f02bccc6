import BitstreamKit
import H264Kit
import NALKit

/// The HRD's bit rate or buffer exceeds the level.
final class H264HRDRate: H264Rule {
  override var page: RulePage {
    RulePage(
      "h264.hrd-above-level", .error, "the HRD's bit rate or buffer exceeds the level",
      clause: "ITU-T H.264 (08/2021) A.3.1 and A.3.3, MaxBR and MaxCPB, for at least one schedule",
      cause: "The encoder was given a rate that the level does not allow. Receivers that reserve the buffer by level lose data.",
      remedy: "Encode with a lower rate, or correct the level with 'mediaprobe edit --set level_idc=LEVEL'.")
  }

  override func content(_ unit: H264NALUnit, _ stream: H264Facts, _ run: CheckRun) {
    guard case .seqParameterSet(let set) = unit.payload, let vui = set.vuiParameters, let level = H264Level(set) else { return }
    check(vui.nalHrdParameters, "NAL", H264Level.nalFactor(of: set.profileIdc), set, level, stream, run)
    check(vui.vclHrdParameters, "VCL", H264Level.vclFactor(of: set.profileIdc), set, level, stream, run)
  }

  private func check(
    _ hrd: HRDParameters?, _ kind: String, _ factor: UInt64?, _ set: SeqParameterSet, _ level: H264Level, _ stream: H264Facts,
    _ run: CheckRun
  ) {
    guard let hrd, let factor else { return }
    let schedules = hrd.schedules.indices.compactMap { index in
      hrd.bitRate(index).flatMap { rate in hrd.cpbSize(index).map { (rate: rate, size: $0) } }
    }
    // One of the schedules must be within the limits.
    guard let (rate, size) = schedules.first,
      !schedules.contains(where: { $0.rate <= level.maxBR * factor && $0.size <= level.maxCPB * factor })
    else { return }
    let path = stream.unitPath + " › vui_parameters › hrd_parameters"
    if rate > level.maxBR * factor {
      run.find(
        self, "the \(kind) bit rate of \(rate) bits a second exceeds level \(set.levelName), which allows \(level.maxBR * factor)",
        at: stream.unit.offset, path: path + " › bit_rate_value_minus1")
    }
    if size > level.maxCPB * factor {
      run.find(
        self, "the \(kind) buffer of \(size) bits exceeds level \(set.levelName), which allows \(level.maxCPB * factor)",
        at: stream.unit.offset, path: path + " › cpb_size_value_minus1")
    }
  }
}
