import BitstreamKit
import NALKit
import TestSupport
import Testing

@Test func sharedPayloadLaws() {
  checkLaws(FillerPayload.self, seeds: 0..<20)
  checkLaws(UserDataRegisteredITUTT35.self)
  checkLaws(UserDataUnregistered.self)
  checkLaws(ATSCCaptionData.self)
  checkLaws(ProgressiveRefinementSegmentEnd.self, seeds: 0..<20)
  checkLaws(MasteringDisplayColourVolume.self)
  checkLaws(ContentLightLevelInfo.self)
  checkLaws(AlternativeTransferCharacteristics.self, seeds: 0..<20)
  checkLaws(AmbientViewingEnvironment.self)
}

/// A part after its cancel flag.
private struct Cancellable: Syntax {
  static let structureName: StaticString = "cancellable"
  var content: UInt8?

  mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.unlessCancelled("cancel_flag", &content, 0) { (c, v) throws(SyntaxError) in try c.u("content", &v, bits: 7) }
  }
}

@Test func theFlagCancels() throws {
  checkLaws(Cancellable.self, seeds: 0..<20)
  #expect(try Cancellable(parsing: hex("05")).content == 5)
  #expect(try Cancellable(parsing: hex("80")).content == nil)
}

/// BT.2020 primaries with D65 at 1000 and 0.0001 candela a square metre, as encoders write them.
@Test func displayOfHDR10() throws {
  let bytes = hex("2134 9BAA 1996 08FC 8A48 3908 3D13 4042 00989680 00000001")
  let volume = try MasteringDisplayColourVolume(parsing: bytes)
  #expect(volume.displayPrimaries.map(\.x) == [8500, 6550, 35400])
  #expect(volume.displayPrimaries.map(\.y) == [39850, 2300, 14600])
  #expect(volume.whitePoint.x == 15635 && volume.whitePoint.y == 16450)
  #expect(volume.maxDisplayMasteringLuminance == 10_000_000 && volume.minDisplayMasteringLuminance == 1)
  #expect(try volume.encoded() == bytes)
  let light = try ContentLightLevelInfo(parsing: hex("03E8 0190"))
  #expect(light.maxContentLightLevel == 1000 && light.maxPicAverageLightLevel == 400)
  #expect(try AlternativeTransferCharacteristics(parsing: [18]).preferredTransferCharacteristics == 18)
}

/// The light of a room is more than none, and its colour is one there is.
@Test(arguments: [
  ("00000000 3D13 4042", false), ("0004CB2F 3D13 4042", true), ("0004CB2F C351 4042", false), ("0004CB2F 3D13 C351", false),
])
func lightOfTheRoom(_ text: String, _ isLegal: Bool) throws {
  let read = try? AmbientViewingEnvironment(parsing: hex(text))
  #expect((read != nil) == isLegal)
  if isLegal { #expect(read?.ambientIlluminance == 314_159 && read?.ambientLightX == 15635) }
}

/// The parts of payloads that the standards have alike, each as a structure of its own.
private struct SharedParts: Syntax {
  static let structureName: StaticString = "parts"
  var rectangles: [PanScanRectangle] = [PanScanRectangle()]
  var packing = FramePacking()
  var grain = FilmGrainModel()
  var mapping = ToneMapping()

  mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.panScanRectangles(&rectangles)
    try packing.syntax(&c)
    try grain.syntax(&c)
    try mapping.syntax(&c)
  }
}

@Test func sharedPartsLaws() { checkLaws(SharedParts.self, seeds: 0..<60) }

/// A part as it is made is legal: it can be written.
@Test func sharedPartsBeginLegal() throws {
  let parts = SharedParts()
  let bytes = try parts.encoded()
  #expect(try SharedParts(parsing: bytes) == parts)
}
