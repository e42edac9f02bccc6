import BitstreamKit
import HEVCKit
import TestSupport
import Testing
import NALKit

@Test func payloadLawsWithoutContext() {
  let seeds: Range<UInt64> = 0..<6
  checkLaws(PanScanRect.self, seeds: seeds)
  checkLaws(RecoveryPoint.self, seeds: seeds)
  checkLaws(SceneInfo.self, seeds: seeds)
  checkLaws(PictureSnapshot.self, seeds: seeds)
  checkLaws(ProgressiveRefinementSegmentStart.self, seeds: seeds)
  checkLaws(FilmGrainCharacteristics.self, seeds: seeds)
  checkLaws(ToneMappingInfo.self, seeds: 0..<2)
  checkLaws(FramePackingArrangement.self, seeds: seeds)
  checkLaws(DisplayOrientation.self, seeds: seeds)
  checkLaws(GreenMetadata.self, seeds: seeds)
  checkLaws(StructureOfPicturesInfo.self, seeds: seeds)
  checkLaws(TemporalSubLayerZeroIndex.self, seeds: seeds)
  checkLaws(RegionRefreshInfo.self, seeds: seeds)
  checkLaws(TimeCode.self, seeds: seeds)
  checkLaws(KneeFunctionInfo.self, seeds: seeds)
  checkLaws(ContentColourVolume.self, seeds: seeds)
  checkLaws(AlphaChannelInfo.self, seeds: seeds)
}

/// Generates messages of one type with their context, encodes them and parses them again.
@Test(arguments: [0, 1, 129, 130, 132] as [UInt32]) func payloadsWithContextComeBack(_ type: UInt32) throws {
  var typed = 0
  for seed: UInt64 in 0..<200 {
    var generator = SyntaxCoder(generating: Generator(seed: seed))
    var common = HRDParameters.Common()
    try common.walk(&generator)
    let frameFieldInfo = seed % 2 == 1
    let sets = sets(common, frameFieldInfo: frameFieldInfo)
    guard let payload = try draw(type, &generator, sets) else { continue }
    let message = try #require(SEIMessage(payload))
    #expect(message.payloadType == type)
    var unit = NALUnit()
    unit.header.nalUnitType = type == 132 ? 40 : 39
    var sei = SupplementalEnhancementInformation()
    sei.messages = [message]
    unit.payload = .sei(sei)
    let bytes = try unit.encoded(sets: sets)
    var findings: [SyntaxError] = []
    let read = try NALUnit(parsing: bytes, sets: sets, findings: &findings)
    #expect(read == unit, "seed \(seed)")
    #expect(findings.isEmpty)
    #expect(try read.encoded(sets: sets) == bytes)
    typed += 1
    for bit in 16..<min(bytes.count * 8, 300) {
      var flipped = bytes
      flipped[bit / 8] ^= 0x80 >> UInt8(bit % 8)
      if let damaged = try? NALUnit(parsing: flipped, sets: sets) { _ = try? damaged.encoded(sets: sets) }
    }
  }
  #expect(typed > 100)
}

extension HRDParameters.Common {
  /// Visits the common part only, using the complete structure.
  fileprivate mutating func walk(_ generator: inout SyntaxCoder) throws {
    var hrd = HRDParameters()
    try hrd.syntax(&generator, commonPresent: true, inherited: nil, maxSubLayersMinus1: 0)
    self = hrd.common ?? self
  }
}

private func sets(_ common: HRDParameters.Common, frameFieldInfo: Bool) -> ParameterSets {
  var sets = ParameterSets()
  var hrd = HRDParameters()
  hrd.common = common
  hrd.subLayers[0].cpbCntMinus1 = 1
  for id: UInt8 in 0..<16 {
    var sps = SeqParameterSet()
    sps.spsSeqParameterSetId = id
    var vui = VUIParameters()
    vui.frameFieldInfoPresentFlag = frameFieldInfo
    vui.timingInfo = VUIParameters.TimingInfo()
    vui.timingInfo?.hrdParameters = hrd
    sps.vuiParameters = vui
    sets.insert(sps)
    var vps = VideoParameterSet()
    vps.vpsVideoParameterSetId = id
    vps.vpsMaxLayersMinus1 = 2
    sets.insert(vps)
  }
  sets.activeSeqParameterSetId = 0
  return sets
}

private func draw(_ type: UInt32, _ generator: inout SyntaxCoder, _ sets: ParameterSets) throws -> SEIPayload? {
  switch type {
  case 0: return try? .bufferingPeriod(draw(BufferingPeriod(), &generator, sets))
  case 1: return try? .picTiming(draw(PicTiming(), &generator, sets))
  case 129: return try? .activeParameterSets(draw(ActiveParameterSets(), &generator, sets))
  case 130: return try? .decodingUnitInfo(draw(DecodingUnitInfo(), &generator, sets))
  default: return try? .decodedPictureHash(draw(DecodedPictureHash(), &generator, sets))
  }
}

private func draw<P: SEIPayloadStructure>(_ start: P, _ generator: inout SyntaxCoder, _ sets: ParameterSets) throws -> P {
  var payload = start
  try payload.syntax(&generator, sets: sets)
  return payload
}

/// Payloads common to both standards: each is a case of its own and uses the type of NALKit.
@Test(arguments: [
  ("03 02 FFFF", "filler_payload"), ("04 0E B5 0031 47413934 03 C1 FF FC 9420 FF", "user_data_registered_itu_t_t35"),
  ("05 12 2CA2DE09B51747DBBB55A4FE7FC2FC4E 7835", "user_data_unregistered"), ("11 01 C0", "progressive_refinement_segment_end"),
  ("89 18 2134 9BAA 1996 08FC 8A48 3908 3D13 4042 00989680 00000001", "mastering_display_colour_volume"),
  ("90 04 03E8 0190", "content_light_level_info"), ("93 01 12", "alternative_transfer_characteristics"),
  ("94 08 0004CB2F 3D13 4042", "ambient_viewing_environment"),
])
func sharedPayloadsStandAtTheirTypes(_ message: String, _ name: String) throws {
  let unit = EmulationPrevention.adding(to: hex("4E01" + message + "80"))
  let log = TraceLog()
  _ = NALUnit.trace(unit, sets: ParameterSets(), into: log)
  #expect(log.rows.contains { $0.path.last == name })
  #expect(SEIPayloadType(rawValue: UInt32(hex(message)[0])).name?.description == name)
  let read = try NALUnit(parsing: unit, sets: ParameterSets())
  #expect(try read.encoded(sets: ParameterSets()) == unit)
}

/// Payloads that contradict their type, or whose parameter sets are missing, are kept as bytes, with a finding.
@Test(arguments: [
  "4E01 89 02 0102 80", "4E01 01 02 0102 80", "4E01 00 01 80 80", "5001 84 03 000102 80", "4E01 90 05 0102030405 80",
  "4E01 FFFF20 02 AABB 80",
  "4E01 06 01 80 80", "4E01 06 02 8480 80", "4E01 2F 00 80",
])
func oddMessagesComeBack(_ text: String) throws {
  let unit = hex(text)
  var findings: [SyntaxError] = []
  let read = try NALUnit(parsing: unit, sets: ParameterSets(), findings: &findings)
  #expect(try read.encoded(sets: ParameterSets()) == unit)
  let log = TraceLog()
  let traced = NALUnit.trace(unit, sets: ParameterSets(), into: log)
  #expect(traced.unit == read)
  #expect(log.rows.reduce(0) { $0 + $1.element.bitLength } == unit.count * 8)
}

@Test func payloadTypesHaveNames() {
  #expect(SEIPayloadType(rawValue: 144).name?.description == "content_light_level_info")
  #expect(SEIPayloadType(rawValue: 205).name?.description == "shutter_interval_info")
  #expect(SEIPayloadType(rawValue: 212).name?.description == "phase_indication")
  #expect(SEIPayloadType(rawValue: 213).name == nil)
  #expect(SEIPayloadType(rawValue: 7).name == nil)
  #expect(SEIPayloadType(rawValue: 153).name == nil)
}
