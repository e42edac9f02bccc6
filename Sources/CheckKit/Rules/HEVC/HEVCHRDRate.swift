import BitstreamKit
import HEVCKit
import NALKit

/// The HRD's bit rate or buffer exceeds the level.
final class HEVCHRDRate: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.hrd-above-level", .error, "the HRD's bit rate or buffer exceeds the level",
      clause: "ITU-T H.265 (08/2021) A.4.2, MaxBR and MaxCPB of Tables A.8 and A.9",
      cause: """
        The encoder was given a rate that the level and tier do not allow. Receivers that reserve the buffer by level lose \
        data.
        """,
      remedy: "Encode with a lower rate, or correct the level with 'mediaprobe edit --set general_level_idc=LEVEL'.")
  }

  override func content(_ unit: HEVCNALUnit, _ stream: HEVCFacts, _ run: CheckRun) {
    guard case .seqParameterSet(let set) = unit.payload, let hrd = set.vuiParameters?.timingInfo?.hrdParameters,
      let buffering = hrd.common?.buffering, let profile = set.profileTierLevel, let level = HEVCLevel(profile),
      let idc = profile.general?.profileIdc, (1...3).contains(idc), let last = hrd.subLayers.last
    else { return }
    for (kind, parameters, factor) in [("NAL", last.nal, UInt64(1100)), ("VCL", last.vcl, 1000)] {
      guard let schedules = parameters?.schedules, let first = schedules.first else { continue }
      let isAllowed = schedules.contains {
        buffering.bitRate($0) <= level.maxBR * factor && buffering.cpbSize($0) <= level.maxCPB * factor
      }
      if isAllowed { continue }
      run.find(
        self,
        "\(kind): \(buffering.bitRate(first)) bits a second and a buffer of \(buffering.cpbSize(first)) bits; level \(profile.levelName) allows \(level.maxBR * factor) and \(level.maxCPB * factor)",
        at: stream.unit.offset, size: stream.unit.length, path: stream.unitPath + " › vui_parameters › hrd_parameters")
    }
  }
}
