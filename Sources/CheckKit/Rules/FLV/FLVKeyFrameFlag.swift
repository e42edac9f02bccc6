import FLVKit
import NALKit
import ProbeKit

/// FrameType does not agree with the NAL units.
final class FLVKeyFrameFlag: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.key-frame-flag", .warning, "FrameType does not agree with the NAL units",
      clause: "Adobe FLV 10.1 E.4.3.1: FrameType 1 is a key frame, for AVC a seekable frame",
      cause: "The writer marks by a counter or trusts the encoder's frame type. Players that seek to the tag show artefacts.",
      remedy: "'mediaprobe remux IN.flv OUT.flv' rewrites the file.")
  }

  override func tag(_ tag: FLVTagFacts, _ file: FLVFacts, _ run: CheckRun) {
    guard let video = tag.details.video, tag.isMedia, video.nalCodec == VideoFourCc.avc, video.frameType <= 2, !tag.details.units.isEmpty,
      tag.details.units.count == tag.details.unitCount
    else { return }
    let types = tag.details.units.compactMap { $0.head.first.map { VideoCodec.h264.unitType($0) } }
    // A recovery point message may make another picture a place to begin.
    let (hasIDR, hasOther) = (types.contains(5), types.contains(1) || types.contains(2))
    guard video.frameType == 1 ? hasOther && !hasIDR && !types.contains(6) : hasIDR else { return }
    run.find(
      self, "FrameType is \(video.frameType), and the picture is \(hasIDR ? "" : "no ")IDR", at: tag.tag.position, size: tag.size,
      path: tag.path)
  }
}
