import BitstreamKit
import MP4Kit
import TestSupport
import Testing

@Suite struct VideoPartTests {
  /// FFmpeg's properties of the streams from which these boxes were taken.
  @Test(arguments: [("01000a25", 5, 4, 0, "5"), ("01000e26", 7, 4, 6, "7"), ("01001025", 8, 4, 1, "8.1")])
  func dolbyVision(start: String, profile: UInt8, level: UInt8, compatibility: UInt8, name: String) throws {
    let last = compatibility << 4
    let box = try DOVIConfigurationBox(parsing: hex(start) + [last] + [UInt8](repeating: 0, count: 19))
    #expect(box.dvProfile == profile)
    #expect(box.dvLevel == level)
    #expect(box.dvBlSignalCompatibilityId == compatibility)
    #expect(box.rpuPresentFlag)
    #expect(box.blPresentFlag == (profile != 7), "the file has the enhancement layer alone")
    #expect(box.elPresentFlag == (profile == 7))
    #expect(box.profileName == name)
  }

  @Test func layersOfHEVC() throws {
    let bytes = hex("01f000fccb02a10001000a42090e822e458aa00501a2000100094409 4802cbc14da805")
    let box = try LHEVCConfigurationBox(parsing: bytes)
    #expect(box.numTemporalLayers == 1)
    #expect(box.lengthSizeMinusOne == 3)
    #expect(box.arrays.map(\.nalUnitType) == [33, 34])
    #expect(box.arrays.map { $0.nalUnits[0].count } == [10, 9])
    #expect(try box.encoded() == bytes)
  }

  @Test func vvc() throws {
    let head = hex("00000000 ff00655f 01023380 00000500 02d00000 01 8f 0001 0002 0079")
    let box = try VVCConfigurationBox(parsing: head)
    let ptl = try #require(box.ptl)
    #expect(ptl.numSublayers == 6)
    #expect(ptl.nativePTL.generalProfileIdc == 1)
    #expect(ptl.nativePTL.generalLevelIdc == 51)
    #expect(ptl.nativePTL.sublayerLevelIdc == [nil, nil, nil, nil, nil])
    #expect((ptl.maxPictureWidth, ptl.maxPictureHeight) == (1280, 720))
    #expect(ptl.bitDepthMinus8 == 2)
    #expect(box.arrays.map(\.nalUnitType) == [15])
    #expect(try box.encoded() == head)
  }

  @Test func av1() throws {
    let box = try AV1CodecConfigurationBox(parsing: hex("81000c00 0a0a0000 0003b4fd 97ffe601"))
    #expect(box.marker && box.version == 1)
    #expect(box.seqProfile == 0 && box.bitDepth == 8 && box.levelTimes10 == 20)
    #expect(box.configOBUs.count == 12)
    var other = box
    other.seqLevelIdx0 = 13
    other.highBitdepth = true
    #expect(other.bitDepth == 10 && other.levelTimes10 == 51)
    other.seqLevelIdx0 = 31
    #expect(other.levelTimes10 == nil)
  }

  @Test func vp9() throws {
    let box = try VPCodecConfigurationBox(parsing: hex("01000000 01148602 02020000"))
    #expect((box.profile, box.level, box.bitDepth, box.chromaSubsampling, box.videoFullRangeFlag) == (1, 20, 8, 3, false))
  }

  @Test func pictures() throws {
    let amve = try AmbientViewingEnvironmentBox(parsing: hex("002fe9a0 3d134042"))
    #expect((amve.ambientIlluminance, amve.ambientLightX, amve.ambientLightY) == (3_140_000, 15635, 16450))
    let clap = try CleanApertureBox(parsing: hex("00000008 00000001 0000000a 00000001 00000002 00000001 fffffffa 00000001"))
    #expect((clap.cleanApertureWidthN, clap.cleanApertureHeightN, clap.horizOffN, clap.vertOffN) == (8, 10, 2, -6))
    let ccst = try CodingConstraintsBox(parsing: hex("00000000 7c000000"))
    #expect((ccst.allRefPicsIntra, ccst.intraPredUsed, ccst.maxRefPerPic) == (false, true, 15))
    let clli = try ContentLightLevelBox(parsing: hex("01fa010d"))
    #expect((clli.maxContentLightLevel, clli.maxPicAverageLightLevel) == (506, 269))
  }

  @Test func spatial() throws {
    let stri = try StereoViewInformationBox(parsing: hex("0000000003"))
    #expect(stri.hasLeftEyeView && stri.hasRightEyeView && !stri.eyeViewsReversed)
    #expect(try StereoCameraSystemBaselineBox(parsing: hex("00000000 00004b28")).baselineValue == 19240)
    #expect(try HorizontalFieldOfViewBox(parsing: hex("0000f7a8")).fieldOfView == 63400)
    let pose = try ProjectionHeaderBox(parsing: hex("00000000 002d0000 001e0000 000f0000"))
    #expect(pose.poseYawDegrees == 45 << 16 && pose.posePitchDegrees == 30 << 16 && pose.poseRollDegrees == 15 << 16)
  }
}
