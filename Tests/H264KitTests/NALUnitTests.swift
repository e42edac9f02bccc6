import BitstreamKit
import H264Kit
import TestSupport
import Testing

private func encoded(_ type: UInt8, _ content: NALUnitPayload, _ sets: ParameterSets = ParameterSets()) throws -> [UInt8] {
  var unit = NALUnit()
  unit.header = NALUnitHeader(firstByte: 0x60 | type)
  unit.payload = content
  return try unit.encoded(sets: sets)
}

private var sequence: SeqParameterSet {
  var sps = SeqParameterSet()
  sps.log2MaxPicOrderCntLsbMinus4 = 0
  return sps
}

@Test func aSliceWaitsForItsSets() throws {
  var sets = ParameterSets()
  sets.insert(sequence)
  sets.insert(PicParameterSet())
  var slice = SliceLayerWithoutPartitioning()
  slice.sliceHeader.picOrderCntLsb = 5
  slice.sliceHeader.decRefPicMarking = .init()
  slice.sliceData = BitString(bytes: [0xAB, 0xCD])
  let bytes = try encoded(1, .slice(slice), sets)
  let whole = try readUnit(bytes, sets: sets)
  guard case .slice(let read) = whole.unit.payload else {
    Issue.record("\(whole)")
    return
  }
  #expect(read.sliceHeader == slice.sliceHeader && read.unresolved == nil && whole.findings.isEmpty)
  #expect(try whole.unit.encoded(sets: sets) == bytes)

  let alone = try readUnit(bytes, at: 64, sets: ParameterSets())
  guard case .slice(let early) = alone.unit.payload else {
    Issue.record("\(alone)")
    return
  }
  #expect(early.unresolved != nil && early.sliceHeader.sliceType == 2 && alone.findings.count == 1)
  #expect(try alone.unit.encoded(sets: ParameterSets()) == bytes)
  #expect(throws: SyntaxError.self) { try SliceHeader(parsingUnit: bytes, sets: ParameterSets()) }
  // A model that does not fit the sets is refused rather than written differently.
  #expect(throws: SyntaxError.self) { try alone.unit.encoded(sets: sets) }
}

@Test func aSetThatComesAgainReplacesTheOneBefore() throws {
  var sets = ParameterSets()
  sets.insert(PicParameterSet())
  #expect(sets.sliceContext(NALUnitHeader(firstByte: 1), picParameterSetId: 0) == nil)
  sets.insert(sequence)
  let before = sets.sliceContext(NALUnitHeader(firstByte: 1), picParameterSetId: 0)
  var changed = sequence
  changed.frameMbsOnlyFlag = false
  changed.mbAdaptiveFrameFieldFlag = false
  let unit = try readUnit(try encoded(7, .seqParameterSet(changed)), sets: sets).unit
  sets.update(with: unit)
  #expect(sets.seqParameterSet(0) == changed)
  #expect(sets.sliceContext(NALUnitHeader(firstByte: 1), picParameterSetId: 0) == SliceContext(sps: changed, pps: PicParameterSet()))
  #expect(before != sets.sliceContext(NALUnitHeader(firstByte: 1), picParameterSetId: 0))
  // Non-base views have their own sequence parameter sets.
  #expect(sets.sliceContext(NALUnitHeader(firstByte: 20), picParameterSetId: 0) == nil)
}

@Test func emulationPreventionThatNobodyAskedForComesBack() throws {
  // A byte 03 before 04, and zeros of a start code without emulation prevention.
  for text in ["65 88 0000 03 04 11 80", "65 88 0000 00 11 80", "65 88 11 0000"] {
    let unit = hex(text)
    let outcome = try readUnit(unit, sets: ParameterSets())
    #expect(outcome.unit.irregularBytes != nil)
    #expect(try outcome.unit.encoded(sets: ParameterSets()) == unit)
  }
  // After a change, the unit's original bytes are not written any more.
  var outcome = try readUnit(hex("09 F0"), sets: ParameterSets())
  outcome.unit.irregularBytes = hex("09 10")
  #expect(try outcome.unit.encoded(sets: ParameterSets()) == hex("09 F0"))
}

@Test func scalingListsWithoutTheirSequence() throws {
  var set = PicParameterSet()
  set.extension = .init()
  set.extension?.transform8x8ModeFlag = true
  set.extension?.picScalingMatrix = Array(repeating: nil, count: 8)
  let bytes = try encoded(8, .picParameterSet(set))
  let outcome = try readUnit(bytes, sets: ParameterSets())
  #expect(outcome.unit.payload == .picParameterSet(set))
  #expect(outcome.findings.first?.element == "seq_parameter_set_id")
  var sets = ParameterSets()
  sets.insert(sequence)
  #expect(try readUnit(bytes, sets: sets).findings.isEmpty)
}

@Test func smallUnits() throws {
  let none = ParameterSets()
  for (text, content) in [
    ("09 F0", nil), ("0A", .endOfSequence), ("0B", .endOfStream), ("0A 80", .endOfSequence), ("0C FFFFFF 80", nil), ("0C 80", nil),
    ("18 0102", nil),
  ] as [(String, NALUnitPayload?)] {
    let outcome = try readUnit(hex(text), sets: none)
    #expect(outcome.findings.isEmpty)
    #expect(try outcome.unit.encoded(sets: none) == hex(text))
    if let content { #expect(outcome.unit.payload == content) }
    if case .fillerData(let filler) = outcome.unit.payload {
      #expect(filler.isRegular && filler.ffBytes.count == (hex(text).count - 2) * 8)
    }
  }
}

@Test func aTraceShowsWhatStandsBeforeAnError() throws {
  // A sequence parameter set truncated after its level.
  let log = TraceLog()
  let traced = NALUnit.trace(hex("67 42 00 1E"), at: 1000, sets: ParameterSets(), into: log)
  #expect(traced.unit == nil && traced.error?.isTruncation == true && traced.error?.byteOffset == 1004)
  #expect(log.rows.last?.element.fullName == "level_idc")
}

@Test func timeOfDay() throws {
  var sps = sequence
  sps.vuiParameters = .init()
  sps.vuiParameters?.picStructPresentFlag = true
  var sets = ParameterSets()
  sets.insert(sps)
  var timing = PicTiming()
  timing.structure = .init()
  var stamp = ClockTimestamp()
  stamp.fullTimestampFlag = true
  (stamp.hoursValue, stamp.minutesValue, stamp.secondsValue, stamp.nFrames, stamp.timeOffset) = (23, 59, 58, 24, -1)
  timing.structure?.clockTimestamps = [stamp]
  var sei = SupplementalEnhancementInformation()
  sei.messages = [try #require(SEIMessage(.picTiming(timing)))]
  let bytes = try encoded(6, .sei(sei), sets)
  let outcome = try readUnit(bytes, sets: sets)
  #expect(outcome.unit.payload == .sei(sei) && outcome.findings.isEmpty)
  // Without the parameter set, the lengths of the elements are unknown.
  let alone = try readUnit(bytes, sets: ParameterSets())
  guard case .sei(let unknown) = alone.unit.payload else {
    Issue.record("\(alone)")
    return
  }
  #expect(unknown.messages.first?.payload.isOther == true && alone.findings.count == 1)
  #expect(try alone.unit.encoded(sets: ParameterSets()) == bytes)
}
