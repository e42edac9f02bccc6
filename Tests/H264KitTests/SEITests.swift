import BitstreamKit
import H264Kit
import Synchronization
import TestSupport
import Testing
import NALKit

@Test func payloadLaws() {
  checkLaws(PanScanRect.self)
  checkLaws(RecoveryPoint.self)
  checkLaws(SceneInfo.self)
  checkLaws(FullFrameFreeze.self, seeds: 0..<20)
  checkLaws(FullFrameFreezeRelease.self, seeds: 0..<2)
  checkLaws(FullFrameSnapshot.self, seeds: 0..<20)
  checkLaws(ProgressiveRefinementSegmentStart.self, seeds: 0..<20)
  checkLaws(FilmGrainCharacteristics.self)
  checkLaws(DeblockingFilterDisplayPreference.self)
  checkLaws(StereoVideoInfo.self)
  checkLaws(ToneMappingInfo.self)
  checkLaws(FramePackingArrangement.self)
  checkLaws(DisplayOrientation.self)
  checkLaws(GreenMetadata.self)
}

/// Parameter sets that have one sequence parameter set under each of the 32 ids. Each walk of a case needs them, and almost all walks of
/// a case need the same ones: the last are kept.
private enum ContextSets {
  private static let last = Mutex((SeqParameterSet(), ParameterSets()))

  static func sets(_ sps: SeqParameterSet) -> ParameterSets {
    last.withLock { last in
      if last.0 == sps, last.1.activeSeqParameterSetId != nil { return last.1 }
      var sets = ParameterSets()
      for id in 0..<32 {
        var set = sps
        set.seqParameterSetId = UInt32(id)
        sets.insert(set)
      }
      sets.activeSeqParameterSetId = 0
      last = (sps, sets)
      return sets
    }
  }
}

/// A payload that needs the preceding sequence parameter set.
struct ContextCase<P: SEIPayloadStructure>: Syntax {
  static var structureName: StaticString { "case" }
  var sps = SeqParameterSet()
  var payload = P()

  mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("frame_mbs_only_flag", &sps.picWidthInMbsMinus1, bits: 2)
    try c.flag("frame_mbs_only_flag", &sps.frameMbsOnlyFlag)
    try c.optional("vui_parameters_present_flag", &sps.vuiParameters)
    try payload.syntax(&c, sets: ContextSets.sets(sps))
  }
}

@Test func payloadsWithContextLaws() {
  checkLaws(ContextCase<BufferingPeriod>.self)
  checkLaws(ContextCase<PicTiming>.self)
  checkLaws(ContextCase<DecRefPicMarkingRepetition>.self)
  checkLaws(ContextCase<SparePic>.self)
}

/// Messages as contained in a unit.
struct SEICase: Syntax {
  static let structureName: StaticString = "case"
  var sei = SupplementalEnhancementInformation()
  var trailing: [UInt8] = []

  mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try sei.syntax(&c, sets: ParameterSets())
    try c.rbspTrailingBits(&trailing)
  }
}

@Test func messageLaws() { checkLaws(SEICase.self) }

/// Every type, known or not, with the bytes of every other: all bytes are kept, and nothing traps.
@Test func anyBytesUnderAnyTypeComeBack() throws {
  var generator = Generator(seed: 1)
  var sets = ParameterSets()
  sets.insert(SeqParameterSet())
  var typed = 0
  for type in (0...210 as ClosedRange<UInt32>) {
    for size in 0..<40 {
      let payload = (0..<size).map { _ in UInt8(truncatingIfNeeded: generator.next() & (size % 2 == 0 ? 0xFF : 0x83)) }
      let unit = EmulationPrevention.adding(to: [6, UInt8(type), UInt8(size)] + payload + [0x80])
      let outcome = try readUnit(unit, sets: sets)
      #expect(try outcome.unit.encoded(sets: sets) == unit, "type \(type) size \(size)")
      guard case .sei(let sei) = outcome.unit.payload else {
        Issue.record("type \(type) size \(size): \(outcome.findings)")
        continue
      }
      let message = try #require(sei.messages.first)
      #expect(sei.messages.count == 1 && message.payloadType == type)
      if !message.payload.isOther { typed += 1 }
      #expect(message.payload.payloadType == (message.payload.isOther ? nil : type))
      if SEIPayload.isTyped(type), message.payload.isOther || message.irregularEnding != nil { #expect(!outcome.findings.isEmpty) }
      _ = NALUnit.trace(unit, sets: sets, into: TraceLog())
    }
  }
  #expect(typed > 300)
}

@Test func payloadBeyondTheUnitIsAFinding() throws {
  let unit = hex("06 05 20 DC45E9BDE6D9 80")
  let outcome = try readUnit(unit, at: 100, sets: ParameterSets())
  #expect(outcome.unit.payload.isOther)
  #expect(outcome.findings.first?.isTruncation == true)
  #expect(outcome.findings.first?.byteOffset == 103)
  #expect(try outcome.unit.encoded(sets: ParameterSets()) == unit)
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
  let unit = EmulationPrevention.adding(to: hex("06" + message + "80"))
  let log = TraceLog()
  _ = NALUnit.trace(unit, sets: ParameterSets(), into: log)
  #expect(log.rows.contains { $0.path.last == name })
  #expect(SEIPayloadType(rawValue: UInt32(hex(message)[0])).name?.description == name)
  let read = try NALUnit(parsing: unit, sets: ParameterSets())
  #expect(try read.encoded(sets: ParameterSets()) == unit)
}

@Test func namesOfPayloads() {
  #expect(SEIPayloadType(rawValue: 54).name?.description == "constrained_depth_parameter_set_identifier")
  #expect(SEIPayloadType(rawValue: 45).name?.description == "frame_packing_arrangement")
  #expect(SEIPayloadType(rawValue: 19).name?.description == "film_grain_characteristics")
  #expect(SEIPayloadType(rawValue: 30).name?.description == "scalable_nesting")
  #expect(SEIPayloadType(rawValue: 55).name == nil && SEIPayloadType(rawValue: .max).name == nil)
  // The name of a structure is that of its type number.
  for type in 0...210 as ClosedRange<UInt32> where SEIPayload.isTyped(type) { #expect(SEIPayloadType(rawValue: type).name != nil) }
}
