import BitstreamKit
import H264Kit
import HEVCKit
import MP4Kit
import RemuxKit

/// The samples exceed the bit rate or the picture rate of the level.
final class LevelRates: MovieRule {
  override var page: RulePage {
    RulePage(
      "across.level-rate", .warning, "the samples exceed the bit rate or the picture rate of the level",
      clause: """
        ITU-T H.264 (08/2021) A.3.1 and A.3.3: MaxMBPS, MaxBR and MaxCPB with cpbBrVclFactor; ITU-T H.265 (08/2021) A.4: \
        MaxLumaSr, MaxBR and MaxCPB with CpbVclFactor; at the decoding times of the samples
        """,
      cause: """
        The encoder was given a level that is too low and no limit of its rate (VBV), or the file plays faster than it was \
        encoded for. Hardware decoders that are made for the level stall.
        """,
      remedy: "Encode with a limit of the rate, or correct level_idc or general_level_idc with 'mediaprobe edit --set'.")
  }

  /// Empties at the rate of the level.
  private var bucket: LeakyBucket?
  private var largest: (offset: UInt64, index: UInt64) = (0, 0)
  private var limits: (rate: Double, size: Double, samples: Double, name: String)?
  private var isSettled = false
  private var (start, last): (Int64, Int64) = (0, 0)
  /// The decoding times of the samples of the last second, from `first` on.
  private var times: [Int64] = []
  private var first = 0
  private var maxPictures = 0

  override func track(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    (bucket, largest, limits, isSettled) = (nil, (0, 0), nil, false)
    (times, first, maxPictures) = ([], 0, 0)
  }

  override func picture(_ picture: TrackPicture, _ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    if !isSettled {
      (limits, isSettled) = (Self.limits(track), true)
      bucket = limits.map { LeakyBucket(rate: $0.rate) }
      (start, last) = (picture.sample.decodeTime, picture.sample.decodeTime)
    }
    if limits == nil { return }
    let time = picture.sample.decodeTime
    let seconds = Double(time - last) / Double(track.timescale)
    if bucket?.take(Double(picture.sample.size) * 8, after: seconds) == true { largest = (picture.sample.offset, picture.index) }
    last = time
    times.append(time)
    while first < times.count - 1, time - times[first] >= Int64(track.timescale) || time < times[first] { first += 1 }
    maxPictures = max(maxPictures, times.count - first)
    if first > 1024 {
      times.removeFirst(first)
      first = 0
    }
    if times.count > 1 << 14 { (times, first) = ([], 0) }
  }

  override func endOfTrack(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard let limits, let bucket, track.sampleCount > 10 else { return }
    let path = track.tablePath + "/stsd"
    // Samples hold SEI and sets too, which the limits of VCL units do not count.
    if bucket.largest > limits.size * 1.1 {
      run.find(
        self,
        "up to sample \(largest.index) \(Int64(saturating: bucket.largest)) bits wait at the level's rate of \(Int64(saturating: limits.rate)) bits a second; \(limits.name) allows a buffer of \(Int64(saturating: limits.size))",
        at: largest.offset, path: path)
    }
    // A window of a second holds one more picture than it has durations; a shorter file is one window.
    let span = Double(last - start) / Double(track.timescale)
    let rate = Double(maxPictures - 1) / (span > 0 ? min(1, span) : 1)
    if rate > limits.samples * 1.05 {
      run.find(
        self, "\(decimal(rate)) pictures a second are decoded; \(limits.name) allows \(decimal(limits.samples)) of this size", path: path)
    }
  }

  private static func limits(_ track: TrackFacts) -> (rate: Double, size: Double, samples: Double, name: String)? {
    if let set = track.h264?.firstSet, let level = H264Level(set), let factor = H264Level.vclFactor(of: set.profileIdc) {
      let pictures = Double(level.maxMBPS) / max(1, Double(set.picWidthInMbs) * Double(set.frameHeightInMbs))
      return (Double(level.maxBR * factor), Double(level.maxCPB * factor), pictures, "level \(set.levelName)")
    }
    if let set = track.hevc?.firstSet, let profile = set.profileTierLevel, let level = HEVCLevel(profile), let size = set.codedSize,
      let idc = profile.general?.profileIdc, (1...3).contains(idc)
    {
      let pictures = Double(level.maxLumaSr) / max(1, Double(size.width) * Double(size.height))
      return (Double(level.maxBR) * 1000, Double(level.maxCPB) * 1000, pictures, "level \(profile.levelName)")
    }
    return nil
  }
}
