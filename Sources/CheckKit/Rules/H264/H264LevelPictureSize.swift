import BitstreamKit
import H264Kit
import NALKit

/// The picture size exceeds the level.
final class H264LevelPictureSize: H264Rule {
  override var page: RulePage {
    RulePage(
      "h264.level-picture-size", .error, "the picture size exceeds the level",
      clause: "ITU-T H.264 (08/2021) A.3.1 and Table A-1, MaxFS",
      cause: "The encoder was given a level that is too low. Hardware decoders that reserve memory by level refuse the stream.",
      remedy: "Correct the level with 'mediaprobe edit --set level_idc=LEVEL'.")
  }

  override func content(_ unit: H264NALUnit, _ stream: H264Facts, _ run: CheckRun) {
    guard case .seqParameterSet(let set) = unit.payload, let level = H264Level(set) else { return }
    let (size, overflow) = set.picWidthInMbs.multipliedReportingOverflow(by: set.frameHeightInMbs)
    let longest = UInt64(saturating: Double(8 * level.maxFS).squareRoot())
    guard overflow || size > level.maxFS || set.picWidthInMbs > longest || set.frameHeightInMbs > longest else { return }
    run.find(
      self, "\(set.picWidthInMbs) x \(set.frameHeightInMbs) macroblocks exceed level \(set.levelName), which allows \(level.maxFS)",
      at: stream.unit.offset, path: stream.unitPath + " › seq_parameter_set_data › level_idc")
  }
}
