import BitstreamKit
import Foundation
import HEVCKit
import TestSupport
import Testing

@Test func codecStrings() {
  var ptl = ProfileTierLevel()
  var profile = ProfileInformation()
  profile.profileIdc = 1
  profile.profileCompatibilityFlags = 0x6000_0000
  profile.progressiveSourceFlag = true
  profile.nonPackedConstraintFlag = true
  profile.frameOnlyConstraintFlag = true
  ptl.general = profile
  ptl.generalLevelIdc = 93
  #expect(ptl.codecString() == "hvc1.1.6.L93.B0")
  // Apple's example: Main 10, high tier.
  profile.profileIdc = 2
  profile.profileCompatibilityFlags = 0x2000_0000
  profile.tierFlag = true
  ptl.general = profile
  ptl.generalLevelIdc = 153
  #expect(ptl.codecString(sampleEntry: "hev1") == "hev1.2.4.H153.B0")
  // Zero bytes are kept if others follow.
  profile.lastBit = true
  profile.profileSpace = 1
  ptl.general = profile
  #expect(ptl.codecString() == "hvc1.A2.4.H153.B0.0.0.0.0.1")
  profile = ProfileInformation()
  ptl.general = profile
  ptl.generalLevelIdc = 0
  #expect(ptl.codecString() == "hvc1.0.0.L0")
}

@Test(arguments: [(93, "3.1"), (120, "4"), (123, "4.1"), (63, "2.1"), (186, "6.2"), (255, "8.5")])
func levelNames(_ idc: UInt8, _ name: String) {
  var ptl = ProfileTierLevel()
  ptl.generalLevelIdc = idc
  #expect(ptl.levelName == name)
}

@Test(arguments: [(0, 36, 62), (1, 32, 60), (2, 32, 62), (3, 36, 62)])
func croppingCountsChromaSamples(_ chroma: UInt8, _ width: Int, _ height: Int) {
  var format = SeqParameterSet.Format()
  format.chromaFormatIdc = chroma
  format.picWidthInLumaSamples = 40
  format.picHeightInLumaSamples = 64
  var window = Window()
  (window.leftOffset, window.rightOffset, window.topOffset, window.bottomOffset) = (1, 3, 2, 0)
  format.conformanceWindow = window
  #expect(format.croppedSize == PictureSize(width: width, height: height))
  format.conformanceWindow?.leftOffset = 65535
  #expect(format.croppedSize == nil)
}

/// Level 4.1 allows 6 pictures of 1080p and 16 small ones, and one more in the profiles of screen content.
@Test(arguments: [(1920, 1088, 6, 7), (1280, 720, 12, 14), (416, 240, 16, 16), (1600, 1000, 8, 9)])
func decodedPictureBuffers(_ width: UInt32, _ height: UInt32, _ pictures: Int, ofScreenContent screenPictures: Int) {
  var sps = SeqParameterSet()
  sps.profileTierLevel?.generalLevelIdc = 123
  sps.format?.picWidthInLumaSamples = width
  sps.format?.picHeightInLumaSamples = height
  for (profile, count) in [(1, pictures), (4, pictures), (9, screenPictures), (11, screenPictures)] as [(UInt8, Int)] {
    sps.profileTierLevel?.general?.profileIdc = profile
    #expect(sps.maxDpbSize == count)
  }
  sps.profileTierLevel?.generalLevelIdc = 7
  #expect(sps.maxDpbSize == nil)
}

/// Sizes, formats and profiles of real streams equal those reported by ffprobe.
@Test(.enabled(if: Places.corpus != nil)) func sequencesAreAsFFprobeSays() throws {
  var compared = 0
  for path in streams where !path.hasPrefix("malformed") {
    guard let corpus = Places.corpus else { return }
    var sps: SeqParameterSet?
    for unit in try units(of: path) where sps == nil && unit.bytes.first == 66 {
      if case .seqParameterSet(let set) = try NALUnit(parsing: unit.bytes, sets: ParameterSets()).payload { sps = set }
    }
    guard let sps, let size = sps.croppedSize else { continue }
    let json = try JSONSerialization.jsonObject(with: Data(contentsOf: corpus.appending(path: "expected/\(path).json"))) as? [String: Any]
    let probe = json?["ffprobe"] as? [String: Any]
    guard let stream = (probe?["streams"] as? [[String: Any]])?.first else { continue }
    // A size of 0: ffprobe found no valid stream.
    if stream["width"] as? Int == 0 { continue }
    #expect(stream["width"] as? Int == size.width, "\(path)")
    #expect(stream["height"] as? Int == size.height, "\(path)")
    #expect(stream["level"] as? Int == (sps.profileTierLevel?.generalLevelIdc).map { Int($0) }, "\(path)")
    if let rate = sps.frameRate, let said = (stream["r_frame_rate"] as? String)?.split(separator: "/").compactMap({ UInt64($0) }) {
      #expect(rate.numerator * said[1] == rate.denominator * said[0], "\(path)")
    }
    if let format = stream["pix_fmt"] as? String {
      let chroma = ["gray": 0, "yuv420p": 1, "yuvj420p": 1, "yuv422p": 2, "yuv444p": 3, "gbrp": 3]
      let plain = String(format.prefix { $0 != "1" || format.hasPrefix("yuv4") && !format.hasSuffix("le") })
      if let known = chroma[plain] { #expect(sps.chromaFormatIdc == UInt8(known), "\(path)") }
      if format.hasSuffix("10le") { #expect(sps.bitDepthLuma == 10, "\(path)") }
    }
    compared += 1
  }
  #expect(compared > 40)
}

@Test func predictedReferencePictureSets() throws {
  var first = StRefPicSet()
  first.pictures?.deltaPocS0Minus1 = [7, 1, 1, 3]
  first.pictures?.usedByCurrPicS0Flags = 0b1111
  let whole = try #require(RefPicSet(first, before: []))
  #expect(Array(whole.deltaPocS0) == [-8, -10, -12, -16])
  var prediction = StRefPicSet.Prediction()
  prediction.absDeltaRpsMinus1 = 3
  prediction.usedByCurrPicFlags = 0b10011
  var second = StRefPicSet()
  second.pictures = nil
  second.prediction = prediction
  let predicted = try #require(RefPicSet(second, before: [whole]))
  #expect(Array(predicted.deltaPocS0) == [-4, -6])
  #expect(Array(predicted.deltaPocS1) == [4])
  #expect(predicted.usedCount == 3)
  second.prediction?.deltaIdxMinus1 = 5
  #expect(RefPicSet(second, before: [whole]) == nil)
}

/// The longest chain of predictions, each with the largest difference, causes neither recursion nor overflow.
@Test func chainsOfPredictions() throws {
  var sps = SeqParameterSet()
  sps.stRefPicSets = (0..<64).map { index in
    var set = StRefPicSet()
    if index > 0 {
      var prediction = StRefPicSet.Prediction()
      prediction.deltaRpsSign = true
      prediction.absDeltaRpsMinus1 = 0x7FFF
      prediction.usedByCurrPicFlags = index < 16 ? (1 << UInt32(index)) - 1 : 0xFFFE
      set.pictures = nil
      set.prediction = prediction
    }
    return set
  }
  #expect(sps.refPicSets.count == 64)
  let bytes = try sps.encoded()
  #expect(try SeqParameterSet(parsing: bytes) == sps)
  sps.stRefPicSets[40].prediction?.usedByCurrPicFlags = 0xFFFF
  sps.stRefPicSets[41].prediction?.usedByCurrPicFlags = 0x1_FFFF
  #expect(throws: SyntaxError.self) { try sps.encoded() }
}

@Test func buffersHaveRatesAndSizes() {
  var buffering = HRDParameters.Buffering()
  var schedule = SubLayerHRDParameters.Schedule()
  schedule.bitRateValueMinus1 = 4999
  schedule.cpbSizeValueMinus1 = 99
  #expect(buffering.bitRate(schedule) == 5000 << 6 && buffering.cpbSize(schedule) == 100 << 4)
  buffering.bitRateScale = 15
  buffering.cpbSizeScale = 15
  schedule.bitRateValueMinus1 = .max
  schedule.cpbSizeValueMinus1 = .max
  #expect(buffering.bitRate(schedule) == 1 << 53 && buffering.cpbSize(schedule) == 1 << 51)
}

@Test func videoAndPictureSetsHaveDerivedValues() {
  var vps = VideoParameterSet()
  #expect(vps.pictureRate == nil && vps.maxDecPicBuffering == 1 && vps.maxNumReorderPics == 0)
  vps.timingInfo = .init()
  vps.timingInfo?.vpsNumUnitsInTick = 1001
  vps.timingInfo?.vpsTimeScale = 24000
  vps.subLayerOrderingInfo.append(.init())
  vps.subLayerOrderingInfo[1].maxDecPicBufferingMinus1 = 4
  vps.subLayerOrderingInfo[1].maxNumReorderPics = 2
  #expect(vps.pictureRate == ExactRatio(24000, 1001) && vps.maxDecPicBuffering == 5 && vps.maxNumReorderPics == 2)
  var pps = PicParameterSet()
  pps.initQpMinus26 = -12
  #expect(pps.initialQP == 14)
}
