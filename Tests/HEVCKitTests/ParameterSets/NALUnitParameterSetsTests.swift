import BitstreamKit
import HEVCKit
import NALKit
import TestSupport
import Testing

@Test func setsAreReadFromWholeUnits() throws {
  let units = AnnexB(try Places.fixture("opengop.hevc")).map { Array($0.bytes) }
  var sets = ParameterSets()
  for unit in units { sets.update(with: try NALUnit(parsing: unit, sets: sets)) }
  func unit(_ type: UInt8) throws -> [UInt8] { try #require(units.first { $0[0] >> 1 & 63 == type }) }
  let (vps, sps, pps) = (try unit(32), try unit(33), try unit(34))
  #expect(try VideoParameterSet(nalUnit: vps) == sets.videoParameterSet(0))
  #expect(try SeqParameterSet(nalUnit: sps) == sets.seqParameterSet(0))
  #expect(try PicParameterSet(nalUnit: pps) == sets.picParameterSet(0))
  #expect(try VideoParameterSet(nalUnit: vps).encodedNALUnit() == vps)
  #expect(try SeqParameterSet(nalUnit: sps).encodedNALUnit() == sps)
  #expect(try PicParameterSet(nalUnit: pps).encodedNALUnit() == pps)
  let error = #expect(throws: SyntaxError.self) { try SeqParameterSet(nalUnit: pps) }
  #expect(error?.element == "nal_unit_type", "\(error)")
  #expect(throws: SyntaxError.self) { try VideoParameterSet(nalUnit: sps) }
  #expect(throws: SyntaxError.self) { try PicParameterSet(nalUnit: vps) }
  for count in 0..<sps.count { #expect(throws: SyntaxError.self, "\(count)") { try SeqParameterSet(nalUnit: Array(sps.prefix(count))) } }
  for count in 0..<vps.count { #expect(throws: SyntaxError.self, "\(count)") { try VideoParameterSet(nalUnit: Array(vps.prefix(count))) } }
}
