import BitstreamKit
import TestSupport
import Testing
import NALKit

@Test func framingsConvertIntoEachOther() throws {
  let sample: [UInt8] = [0, 0, 0, 2, 0x09, 0xF0, 0, 0, 0, 3, 0x65, 1, 2]
  let stream: [UInt8] = [0, 0, 0, 1, 0x09, 0xF0, 0, 0, 0, 1, 0x65, 1, 2]
  #expect(try annexB(fromAVCC: sample) == stream)
  #expect(try avcc(fromAnnexB: stream) == sample)
  #expect(try avcc(fromAnnexB: stream, lengthSize: 1) == [2, 0x09, 0xF0, 3, 0x65, 1, 2])
  #expect(try annexB(fromAVCC: [2, 0x09, 0xF0, 3, 0x65, 1, 2], lengthSize: 1) == stream)
  // Slices, short start codes, zeros after units, empty units.
  #expect(try avcc(fromAnnexB: ([7] + stream).dropFirst()) == sample)
  #expect(try avcc(fromAnnexB: [0, 0, 1, 0x09, 0xF0, 0, 0, 0, 0, 0, 1, 0x65, 1, 2, 0, 0]) == sample)
  #expect(try annexB(fromAVCC: sample + [0, 0, 0, 0]) == stream)
  #expect(try annexB(fromAVCC: []) == [] && avcc(fromAnnexB: []) == [])
}

@Test func framingConversionsRefuseWhatTheyCannotHold() throws {
  #expect(throws: SyntaxError.self) { try avcc(fromAnnexB: [1, 2, 3]) }
  #expect(throws: SyntaxError.self) { try avcc(fromAnnexB: [5, 0, 0, 1, 0x65]) }
  #expect(throws: SyntaxError.self) { try avcc(fromAnnexB: [0, 0, 1, 0x65], lengthSize: 3) }
  #expect(throws: SyntaxError.self) { try avcc(fromAnnexB: [0, 0, 1] + [UInt8](repeating: 0x65, count: 256), lengthSize: 1) }
  #expect(throws: SyntaxError.self) { try annexB(fromAVCC: [0xFF, 0xFF, 0xFF, 0xFF, 0x65]) }
}

@Test func aWholeStreamKeepsItsUnits() throws {
  let stream = try Places.fixture("bframes.h264")
  let sample = try avcc(fromAnnexB: stream)
  #expect(LengthPrefixed(sample).map { Array($0.bytes) } == AnnexB(stream).map { Array($0.bytes) })
  #expect(try avcc(fromAnnexB: annexB(fromAVCC: sample)) == sample)
}
