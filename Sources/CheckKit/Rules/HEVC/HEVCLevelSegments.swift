import BitstreamKit
import HEVCKit
import NALKit

/// A picture has more slice segments than the level allows.
final class HEVCLevelSegments: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.level-slice-segments", .error, "a picture has more slice segments than the level allows",
      clause: "ITU-T H.265 (08/2021) A.4.1 and Table A.8, MaxSliceSegmentsPerPicture",
      cause: "The encoder makes slices of a fixed size. Hardware decoders drop the rest of the picture.",
      remedy: "Encode with fewer slices, or correct the level with 'mediaprobe edit --set general_level_idc=LEVEL'.")
  }

  /// The levels of the last pictures by their first slice segment: a picture is passed on after units of the next one.
  private var recent: [(offset: UInt64, level: HEVCLevel)] = []

  override func unit(_ stream: HEVCFacts, _ run: CheckRun) {
    guard stream.isBaseSlice, stream.isFirstSegment, let profile = stream.sliceSet?.profileTierLevel, let level = HEVCLevel(profile)
    else { return }
    if recent.count == 4 { recent.removeFirst() }
    recent.append((stream.unit.offset, level))
  }

  override func picture(_ picture: HEVCPicture, _ stream: HEVCFacts, _ run: CheckRun) {
    guard let found = recent.first(where: { $0.offset >= picture.offset && $0.offset - picture.offset < picture.size }),
      Int(clamping: picture.segmentCount) > found.level.maxSliceSegments
    else { return }
    run.find(
      self, "\(picture.segmentCount) slice segments, the level allows \(found.level.maxSliceSegments)", at: picture.offset,
      size: picture.size)
  }
}
