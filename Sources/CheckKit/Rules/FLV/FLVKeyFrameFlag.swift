import FLVKit
import NALKit
import ProbeKit

/// FrameType does not agree with the NAL units.
final class FLVKeyFrameFlag: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.key-frame-flag", .warning, "FrameType does not agree with the NAL units",
      clause: "Adobe FLV 10.1 E.4.3.1: FrameType 1 is a key frame, for AVC and HEVC a seekable frame",
      cause: "The writer marks by a counter or trusts the encoder's frame type. Players that seek to the tag show artefacts.",
      remedy: "'mediaprobe remux IN.flv OUT.flv' rewrites the file.")
  }

  override func tag(_ tag: FLVTagFacts, _ file: FLVFacts, _ run: CheckRun) {
    guard let video = tag.details.video, tag.isMedia, let codec = video.nalCodec, video.frameType <= 2, !tag.details.units.isEmpty,
      tag.details.units.count == tag.details.unitCount
    else { return }
    let isAVC = codec == VideoFourCc.avc
    let types = tag.details.units.compactMap { $0.head.first.map { isAVC ? VideoCodec.h264.unitType($0) : VideoCodec.hevc.unitType($0) } }
    let hasIDR = types.contains { isAVC ? $0 == 5 : $0 == 19 || $0 == 20 }
    // A recovery point message may make another picture a place to begin, and BLA and CRA pictures are some.
    let hasOther =
      types.contains { isAVC ? $0 == 1 || $0 == 2 : $0 < 10 } && !types.contains { isAVC ? $0 == 6 : (16...23).contains($0) || $0 == 39 }
    guard video.frameType == 1 ? hasOther && !hasIDR : hasIDR else { return }
    run.find(
      self, "FrameType is \(video.frameType), and the picture is \(hasIDR ? "" : "no ")IDR", at: tag.tag.position, size: tag.size,
      path: tag.path)
  }
}
