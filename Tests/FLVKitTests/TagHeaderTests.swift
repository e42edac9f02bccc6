import BitstreamKit
import FLVKit
import TestSupport
import Testing

@Test func tagHeaderLaws() { checkLaws(TagHeader.self) }

@Test(arguments: 0..<500 as Range<UInt64>) func unpackingIsTheSyntaxFunction(_ seed: UInt64) throws {
  var generator = Generator(seed: seed)
  let bytes = (0..<11).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
  var reader = BitReader(bytes, policy: .lenient)
  var read = TagHeader()
  try reader.nested(&read)
  #expect(TagHeader(unpacking: [9, 9] + bytes, at: 2) == read)
  #expect(reader.findings.count == (read.reserved == 0 ? 0 : 1) + (read.streamID == 0 ? 0 : 1))
  var packed: [UInt8] = []
  read.pack(into: &packed)
  #expect(packed == bytes)
}

@Test func timesAreSignedAndTurnOver() {
  var header = TagHeader()
  header.milliseconds = 0xFF12_3456
  #expect(header.timestamp == 0x12_3456 && header.timestampExtended == 0xFF)
  #expect(header.signedMilliseconds == -0xED_CBAA)
  #expect(header.milliseconds(since: 0xFF12_3457) == -1)
  header.milliseconds = 5
  #expect(header.milliseconds(since: 0xFFFF_FFFB) == 10)
}
