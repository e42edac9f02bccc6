import BitstreamKit
import H264Kit
import NALKit

/// `max_dec_frame_buffering` exceeds the decoded picture buffer of the level.
final class H264BufferingAboveLevel: H264Rule {
  override var page: RulePage {
    RulePage(
      "h264.buffering-above-level", .error, "max_dec_frame_buffering exceeds the decoded picture buffer of the level",
      clause: "ITU-T H.264 (08/2021) E.2.1, max_dec_frame_buffering",
      cause: "The encoder was given a level that is too low. Hardware decoders refuse the stream.",
      remedy: "Correct the level with 'mediaprobe edit --set level_idc=LEVEL'.")
  }

  override func content(_ unit: H264NALUnit, _ stream: H264Facts, _ run: CheckRun) {
    guard case .seqParameterSet(let set) = unit.payload, let restriction = set.vuiParameters?.bitstreamRestriction, H264Level(set) != nil,
      let limit = set.maxDpbFrames, Int(restriction.maxDecFrameBuffering) > limit
    else { return }
    run.find(
      self, "max_dec_frame_buffering is \(restriction.maxDecFrameBuffering), level \(set.levelName) holds \(limit) frames of this size",
      at: stream.unit.offset, path: stream.unitPath + " › vui_parameters › max_dec_frame_buffering")
  }
}
