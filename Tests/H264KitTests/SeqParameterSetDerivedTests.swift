import BitstreamKit
import H264Kit
import TestSupport
import Testing
import NALKit

private func set(_ change: (inout SeqParameterSet) -> Void) -> SeqParameterSet {
  var set = SeqParameterSet()
  change(&set)
  return set
}

@Test func sizesOfEveryChromaFormat() {
  // 1920 x 1080 in every format, progressive and interlaced: the crop units differ.
  for (format, separate, frames, bottom) in [
    (0, false, true, 8), (1, false, true, 4), (2, false, true, 8), (3, false, true, 8), (3, true, true, 8), (0, false, false, 4),
    (1, false, false, 2), (2, false, false, 4), (3, false, false, 4),
  ] as [(UInt8, Bool, Bool, UInt32)] {
    let sps = set {
      $0.profileIdc = 244
      $0.sampleFormat = .init()
      $0.sampleFormat?.chromaFormatIdc = format
      $0.sampleFormat?.separateColourPlaneFlag = format == 3 ? separate : nil
      $0.picWidthInMbsMinus1 = 119
      $0.picHeightInMapUnitsMinus1 = frames ? 67 : 33
      $0.frameMbsOnlyFlag = frames
      $0.frameCropping = .init()
      $0.frameCropping?.frameCropBottomOffset = bottom
    }
    #expect(sps.codedSize == PictureSize(width: 1920, height: 1088))
    #expect(sps.croppedSize == PictureSize(width: 1920, height: 1080), "format \(format) frames \(frames)")
  }
}

@Test func croppingThatLeavesNothing() {
  let sps = set {
    $0.frameCropping = .init()
    $0.frameCropping?.frameCropLeftOffset = 4
    $0.frameCropping?.frameCropRightOffset = 4
  }
  #expect(sps.croppedSize == nil)
  let huge = set {
    $0.picWidthInMbsMinus1 = .max
    $0.picHeightInMapUnitsMinus1 = .max
    $0.frameMbsOnlyFlag = false
    $0.frameCropping = .init()
    $0.frameCropping?.frameCropLeftOffset = .max
    $0.frameCropping?.frameCropRightOffset = .max
  }
  #expect(huge.croppedSize?.height == 1 << 37 && huge.maxDpbFrames == 0 && huge.picSizeInMapUnits > 0)
}

@Test func namesOfProfilesAndLevels() {
  let rows: [(UInt8, UInt8, UInt8, String, String, String)] = [
    (66, 0x40, 30, "Constrained Baseline", "3", "avc1.42401e"), (66, 0, 11, "Baseline", "1.1", "avc1.42000b"),
    (66, 0x10, 11, "Baseline", "1b", "avc1.42100b"), (77, 0, 31, "Main", "3.1", "avc1.4d001f"), (100, 0, 40, "High", "4", "avc1.640028"),
    (100, 0, 9, "High", "1b", "avc1.640009"), (100, 0x0C, 42, "Constrained High", "4.2", "avc1.640c2a"),
    (110, 0x10, 52, "High 10 Intra", "5.2", "avc1.6e1034"), (118, 0, 62, "Multiview High", "6.2", "avc1.76003e"),
  ]
  for (profile, flags, level, name, levelName, codec) in rows {
    let sps = set {
      $0.profileIdc = profile
      $0.levelIdc = level
      $0.constraintSet1Flag = flags & 0x40 != 0
      $0.constraintSet3Flag = flags & 0x10 != 0
      $0.constraintSet4Flag = flags & 8 != 0
      $0.constraintSet5Flag = flags & 4 != 0
    }
    #expect(sps.profileName == name && sps.levelName == levelName && sps.codecString == codec)
  }
}

@Test func decodedPictureBuffer() {
  let rows: [(UInt8, UInt32, UInt32, Int)] = [(40, 119, 67, 4), (41, 119, 67, 4), (51, 119, 67, 16), (10, 10, 8, 4), (31, 79, 44, 5)]
  for (level, width, height, frames) in rows {
    let sps = set {
      $0.profileIdc = 100
      $0.levelIdc = level
      $0.picWidthInMbsMinus1 = width
      $0.picHeightInMapUnitsMinus1 = height
    }
    #expect(sps.maxDpbFrames == frames && sps.maxNumReorderFrames == frames)
    #expect(
      set {
        $0 = sps; $0.constraintSet3Flag = true
      }.maxNumReorderFrames == 0)
    #expect(
      set {
        $0 = sps; $0.vuiParameters = .init(); $0.vuiParameters?.bitstreamRestriction = .init()
      }.maxNumReorderFrames == 0)
  }
  #expect(set { $0.levelIdc = 99 }.maxDpbFrames == nil)
}

@Test func timeAndShape() {
  let sps = set {
    $0.vuiParameters = .init()
    $0.vuiParameters?.timingInfo = .init()
    $0.vuiParameters?.timingInfo?.numUnitsInTick = 1001
    $0.vuiParameters?.timingInfo?.timeScale = 60000
    $0.vuiParameters?.aspectRatioIdc = 2
  }
  #expect(sps.frameRate == ExactRatio(60000, 2002))
  #expect(sps.sampleAspectRatio == ExactRatio(12, 11))
  #expect(
    set {
      $0 = sps; $0.vuiParameters?.timingInfo?.numUnitsInTick = 0
    }.frameRate == nil)
  let rows: [(UInt8, ExactRatio?)] = [
    (0, nil), (1, ExactRatio(1, 1)), (16, ExactRatio(2, 1)), (17, nil), (254, nil), (255, ExactRatio(7, 5)),
  ]
  for (idc, ratio) in rows {
    let other = set {
      $0 = sps
      $0.vuiParameters?.aspectRatioIdc = idc
      $0.vuiParameters?.sarWidth = 7
      $0.vuiParameters?.sarHeight = 5
    }
    #expect(other.sampleAspectRatio == ratio)
  }
}
