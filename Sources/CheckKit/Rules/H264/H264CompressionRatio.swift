import BitstreamKit
import H264Kit

/// A picture has more bytes than the compression ratio of the level allows.
final class H264CompressionRatio: H264Rule {
  override var page: RulePage {
    RulePage(
      "h264.compression-ratio", .warning, "a picture has more bytes than the compression ratio of the level allows",
      clause: """
        ITU-T H.264 (08/2021) A.3.1 c and d, A.3.3 i and j: 384 × MaxMBPS × duration ÷ MinCR bytes with Table A-1, in the Baseline, \
        Main, Extended and High profiles; at a fixed frame rate, with twice the duration of a frame
        """,
      cause: "The quantiser is so fine, or the level so low, that one picture takes longer to read than decoders of the level have for it.",
      remedy: "Encode with a limit of the rate (VBV), or correct the level with 'mediaprobe edit --set level_idc=LEVEL'.")
  }

  override func picture(_ picture: H264Picture, _ stream: H264Facts, _ run: CheckRun) {
    guard let limits = stream.pictureLimits, let duration = limits.frameDuration, let level = limits.level else { return }
    let limit = 384 * max(limits.macroblocks, Double(level.maxMBPS) * 2 * duration * stream.pictureStretch) / Double(level.minCR)
    if Double(picture.size) <= limit { return }
    switch limits.set.profileIdc {
    case 66, 77, 88, 100: break
    default: return
    }
    run.find(
      self, "\(picture.size) bytes; level \(limits.set.levelName) allows \(Int64(saturating: limit)) at this frame rate",
      at: picture.offset,
      size: picture.size)
  }
}
