import BitstreamKit
import HEVCKit
import TestSupport
import Testing

@Test func decoderConfigurationRecordLaws() {
  checkLaws(HEVCDecoderConfigurationRecord.self)
  checkLaws(HEVCDecoderConfigurationRecord.NALUnitArray.self)
}

/// A record as a real writer made it: VPS, SPS and PPS in an array each.
private let real = hex(
  """
  01016000 0000b000 00000000 7bf000fc fdf8f800 000b03a0 0001001a 40010c02 ffff0160 00000300 b0000003 00000300
  7b000015 c090a100 01002642 01020160 00000300 b0000003 00000300 7b0000a0 03c08011 07cb8815 ee45954d 40404040
  20a20001 00074401 c02cbc14 c9
  """)

@Test func realRecord() throws {
  let record = try HEVCDecoderConfigurationRecord(parsing: real)
  #expect(record.generalProfileIdc == 1)
  #expect(record.generalProfileCompatibilityFlags == 0x6000_0000)
  #expect(record.generalConstraintIndicatorFlags == 0xB000_0000_0000)
  #expect(record.generalLevelIdc == 123)
  #expect(record.lengthSize == .four)
  #expect(record.arrays.map(\.nalUnitType) == [32, 33, 34])
  #expect(record.nalUnits(of: .pps) == [hex("4401c02cbc14c9")])
  #expect(record.trailing.isEmpty)
  #expect(try record.encoded() == real)
}

@Test func trailingBytesOfARecordAreKept() throws {
  let record = try HEVCDecoderConfigurationRecord(parsing: real + [1, 2, 3])
  #expect(record.trailing.bytes == [1, 2, 3])
  #expect(try record.encoded() == real + [1, 2, 3])
}

@Test func reservedBitsOfARecordAreReadLeniently() throws {
  var bytes = real
  bytes[13] &= 0x0F
  #expect(throws: SyntaxError.self) { try HEVCDecoderConfigurationRecord(parsing: bytes) }
  var reader = BitReader(bytes, policy: .lenient)
  var record = HEVCDecoderConfigurationRecord()
  try reader.nested(&record)
  #expect(record.reservedMinSpatialSegmentation == 0)
  #expect(reader.findings.count == 1)
}

@Test(arguments: Array(0..<4)) func lengthSizes(_ coded: UInt8) throws {
  var record = HEVCDecoderConfigurationRecord()
  record.lengthSizeMinusOne = coded
  #expect(record.lengthSize.rawValue == Int(coded) + 1)
}

@Test func countsOfARecordAreNotBelieved() {
  var bytes = Array(real[..<22]) + [255]
  #expect(throws: SyntaxError.self) { try HEVCDecoderConfigurationRecord(parsing: bytes) }
  bytes[22] = 1
  #expect(throws: SyntaxError.self) { try HEVCDecoderConfigurationRecord(parsing: bytes + [0x20, 0xFF, 0xFF, 0, 0]) }
}
