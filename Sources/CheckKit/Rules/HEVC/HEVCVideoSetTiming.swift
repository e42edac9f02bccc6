import BitstreamKit
import HEVCKit
import NALKit

/// The timing of the VUI is not that of the video parameter set.
final class HEVCVideoSetTiming: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.vps-timing", .error, "the timing of the VUI is not that of the video parameter set",
      clause: "ITU-T H.265 (08/2021) E.3.1: vui_num_units_in_tick and vui_time_scale shall be equal to those of the VPS",
      cause: "One of the sets was edited without the other. Players disagree on the frame rate.",
      remedy: """
        'mediaprobe check --fix' gives the VUI of a byte stream the timing of the VPS; 'mediaprobe edit --set frame_rate=RATE' \
        writes both.
        """)
  }

  override func content(_ unit: HEVCNALUnit, _ stream: HEVCFacts, _ run: CheckRun) {
    guard case .seqParameterSet(let set) = unit.payload, let own = set.vuiParameters?.timingInfo,
      let video = stream.sets.videoParameterSet(set.spsVideoParameterSetId)?.timingInfo,
      own.vuiNumUnitsInTick != video.vpsNumUnitsInTick || own.vuiTimeScale != video.vpsTimeScale
    else { return }
    run.find(
      self,
      "the VUI has \(own.vuiNumUnitsInTick) / \(own.vuiTimeScale), the VPS \(video.vpsNumUnitsInTick) / \(video.vpsTimeScale)",
      at: stream.unit.offset, size: stream.unit.length, path: stream.unitPath + " › vui_parameters › vui_num_units_in_tick")
  }
}
