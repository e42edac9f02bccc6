import BitstreamKit
import H264Kit
import NALKit
import TestSupport
import Testing

@Test(arguments: ["bframes.h264", "interlaced.h264"]) func setsAreReadFromWholeUnits(fixture: String) throws {
  let units = AnnexB(try Places.fixture(fixture)).map { Array($0.bytes) }
  var sets = ParameterSets()
  for unit in units.prefix(8) { sets.update(with: try NALUnit(parsing: unit, sets: sets)) }
  let (sps, pps) = (try #require(units.first { $0[0] & 31 == 7 }), try #require(units.first { $0[0] & 31 == 8 }))
  #expect(try SeqParameterSet(nalUnit: sps) == sets.firstSeqParameterSet)
  #expect(try PicParameterSet(nalUnit: pps, sets: sets) == sets.picParameterSet(0))
  // nal_ref_idc is 3 in both.
  #expect(try SeqParameterSet(nalUnit: sps).encodedNALUnit() == sps)
  #expect(try PicParameterSet(nalUnit: pps, sets: sets).encodedNALUnit(sets: sets) == pps)
  for other in [pps, units.first { $0[0] & 31 == 5 } ?? [], [UInt8](sps.dropFirst()), []] {
    #expect(throws: SyntaxError.self) { try SeqParameterSet(nalUnit: other) }
  }
  #expect(throws: SyntaxError.self) { try PicParameterSet(nalUnit: sps, sets: sets) }
  for count in 0..<sps.count { #expect(throws: SyntaxError.self, "\(count)") { try SeqParameterSet(nalUnit: Array(sps.prefix(count))) } }
}

/// Emulation prevention bytes are not part of the set.
@Test func emulationPreventionIsRemoved() throws {
  var set = SeqParameterSet()
  (set.profileIdc, set.levelIdc, set.constraintSet0Flag) = (66, 0, false)
  var unit = NALUnit()
  unit.header = NALUnitHeader(firstByte: 0x67)
  set.vuiParameters = .init()
  set.vuiParameters?.timingInfo = .init()
  set.vuiParameters?.timingInfo?.numUnitsInTick = 1
  set.vuiParameters?.timingInfo?.timeScale = 50
  unit.payload = .seqParameterSet(set)
  let bytes = try unit.encoded(sets: ParameterSets())
  #expect(EmulationPrevention.occurs(in: bytes, 0..<bytes.count))
  #expect(try SeqParameterSet(nalUnit: bytes) == set)
}

/// A lenient reader keeps what the specification forbids.
@Test func thePolicyIsThatOfTheCaller() throws {
  var stream = try StreamBuilder()
  stream.pps.weightedBipredIdc = 2
  let unit = AnnexB(stream.bytes).map { Array($0.bytes) }[1]
  #expect(throws: SyntaxError.self) { try PicParameterSet(nalUnit: [0x68, 0xCE, 0xFC, 0x80], sets: stream.sets) }
  #expect(try PicParameterSet(nalUnit: [0x68, 0xCE, 0xFC, 0x80], sets: stream.sets, policy: .lenient).weightedBipredIdc == 3)
  #expect(try PicParameterSet(nalUnit: unit, sets: stream.sets) == stream.sets.picParameterSet(0))
}
