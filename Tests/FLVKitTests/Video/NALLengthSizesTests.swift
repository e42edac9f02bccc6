import BitstreamKit
import FLVKit
import TestSupport
import Testing

private func sizes(_ bodies: String...) throws -> NALLengthSizes {
  var sizes = NALLengthSizes()
  for body in bodies.map(hex) { sizes.take(try VideoTagHeader(parsing: body), body: body, dataSize: body.count) }
  return sizes
}

private let hevcRecord = "01 01 60000000 900000000000 5D F000 FC FD F8 F8 0000 "

@Test func lengthSizesOfEveryKindOfSequenceHeader() throws {
  #expect(try sizes().size() == .four)
  #expect(try sizes("17 00 000000 01 64001F FD E1").size().rawValue == 2)
  #expect(try sizes("17 00 000000 01 64001F FF").size().rawValue == 4)
  #expect(try sizes("1C 00 000000" + hevcRecord + "0C 00").size().rawValue == 1)
  #expect(try sizes("90 68766331" + hevcRecord + "0D 00").size().rawValue == 2)
  #expect(try sizes("90 76766331 FB 00").size().rawValue == 2)
  #expect(try sizes("96 00 61766331 05 01 64001F FD").size(ofTrack: 5).rawValue == 2)
}

@Test func lengthSizesOfSeveralTracks() throws {
  let both = try sizes("96 20 61766331 00 000005 01 64001F FC 68766331 01 000016" + hevcRecord + "0D")
  #expect(both.size(ofTrack: 0).rawValue == 1 && both.size(ofTrack: 1).rawValue == 2 && both.size(ofTrack: 2) == .four)
}

@Test func onlyRecordsCountAndTheLastOneHolds() throws {
  let first = "17 00 000000 01 64001F FD"
  #expect(try sizes(first, "17 01 000000 00000001 FF").size().rawValue == 2)
  #expect(try sizes(first, "27 02 000000", "57 00").size().rawValue == 2)
  #expect(try sizes(first, "17 00 000000 01 64001F FC").size().rawValue == 1)
  // Truncated before the length size, and a codec without one.
  #expect(try sizes(first, "17 00 000000 01 64001F").size() == .four)
  #expect(try sizes(first, "90 61763031 81 00 00 00 FD").size() == .four)
}

@Test func aDataSizeThatContradictsTheHeaderIsHarmless() throws {
  var sizes = NALLengthSizes()
  let body = hex("17 00 000000 01 64001F FD")
  for dataSize in 0..<9 {
    sizes.take(try VideoTagHeader(parsing: body), body: body, dataSize: dataSize)
    #expect(sizes.size() == .four)
  }
}
