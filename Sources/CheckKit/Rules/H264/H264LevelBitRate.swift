import BitstreamKit
import H264Kit

/// The pictures of a byte stream exceed the bit rate of the level.
final class H264LevelBitRate: H264Rule {
  override var page: RulePage {
    RulePage(
      "h264.level-bit-rate", .warning, "the pictures exceed the bit rate of the level",
      clause: """
        ITU-T H.264 (08/2021) A.3.1 j and A.3.3 h with E.2.2: the rate and buffer of streams without HRD parameters are MaxBR and \
        MaxCPB times cpbBrNalFactor; in byte streams of a fixed frame rate
        """,
      cause: """
        The encoder was given a level that is too low and no limit of its rate (VBV). Hardware decoders that are made for the \
        level stall.
        """,
      remedy: "Encode with a limit of the rate, or correct the level with 'mediaprobe edit --set level_idc=LEVEL'.")
  }

  private var bucket: LeakyBucket?
  private var limit: (size: Double, level: String) = (0, "")
  private var largest: (offset: UInt64, size: UInt64, index: UInt64) = (0, 0, 0)
  /// Whether pictures may last longer than the rate states: frames are repeated, or left out on purpose.
  private var isUneven = false

  override func content(_ unit: H264NALUnit, _ stream: H264Facts, _ run: CheckRun) {
    guard case .sei(let information) = unit.payload else { return }
    for message in information.messages {
      // Three fields, and frame doubling and tripling (Table D-1).
      if case .picTiming(let timing) = message.payload, let structure = timing.structure, structure.picStruct > 4 { isUneven = true }
    }
  }

  override func picture(_ picture: H264Picture, _ stream: H264Facts, _ run: CheckRun) {
    if stream.track != nil { return }
    guard let limits = stream.pictureLimits, let level = limits.level, let duration = limits.frameDuration,
      let factor = H264Level.nalFactor(of: limits.set.profileIdc)
    else { return }
    if limits.allowsGaps || limits.hasHRD { isUneven = true }
    let rate = Double(level.maxBR * factor)
    if bucket?.rate != rate {
      finish(stream, run)
      (bucket, limit) = (LeakyBucket(rate: rate), (Double(level.maxCPB * factor), "level \(limits.set.levelName)"))
    }
    if bucket?.take(Double(picture.size) * 8, after: duration) == true { largest = (picture.offset, picture.size, picture.index) }
  }

  override func end(_ stream: H264Facts, _ run: CheckRun) { finish(stream, run) }

  /// Reports the largest fullness. Allows a tenth more for start codes, which the limit of NAL units does not count.
  private func finish(_ stream: H264Facts, _ run: CheckRun) {
    guard let bucket, !isUneven, bucket.largest > limit.size * 1.1 else { return }
    run.find(
      self,
      "up to picture \(largest.index) \(Int64(saturating: bucket.largest)) bits wait at the level's rate of \(Int64(saturating: bucket.rate)) bits a second; \(limit.level) allows a buffer of \(Int64(saturating: limit.size))",
      at: largest.offset, size: largest.size)
  }
}
