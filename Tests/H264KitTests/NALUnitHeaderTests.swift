import H264Kit
import TestSupport
import Testing

@Test func nalUnitHeaderLaws() { checkLaws(NALUnitHeader.self) }

@Test(arguments: UInt8.min...UInt8.max) func firstByteIsTheHeader(_ byte: UInt8) throws {
  let header = NALUnitHeader(firstByte: byte)
  #expect(header.forbiddenZeroBit << 7 | header.nalRefIdc << 5 | header.nalUnitType == byte)
  if byte < 0x80 { #expect(try NALUnitHeader(parsing: [byte]) == header) }
}
