import BitstreamKit
import MP4Kit
import NALKit
import TestSupport
import Testing

@Test func aFormatNeedsSetsOfEachKind() throws {
  let avc = AnnexB(try Places.fixture("bframes.h264")).map { Array($0.bytes) }.filter { VideoCodec.h264.isParameterSet($0[0]) }
  let hevc = AnnexB(try Places.fixture("opengop.hevc")).map { Array($0.bytes) }.filter { VideoCodec.hevc.isParameterSet($0[0]) }
  _ = try MovieFormat.avc(parameterSets: avc)
  _ = try MovieFormat.hevc(parameterSets: hevc)
  for type in [7, 8] as [UInt8] {
    #expect(throws: SyntaxError.self, "without \(type)") { try MovieFormat.avc(parameterSets: avc.filter { $0[0] & 31 != type }) }
  }
  for type in [32, 33, 34] as [UInt8] {
    #expect(throws: SyntaxError.self, "without \(type)") { try MovieFormat.hevc(parameterSets: hevc.filter { $0[0] >> 1 & 63 != type }) }
  }
}

@Test func aDamagedPictureParameterSetIsAnError() throws {
  let units = AnnexB(try Places.fixture("bframes.h264")).map { Array($0.bytes) }
  let sps = try #require(units.first { $0[0] & 31 == 7 })
  let pps = try #require(units.first { $0[0] & 31 == 8 })
  _ = try MovieFormat.avc(parameterSets: [sps, pps])
  // The identifiers alone, and 40 slice groups.
  for bad in [[0x68, 0xC0], [0x68, 0xC0, 0xA4, 0x80]] as [[UInt8]] {
    #expect(throws: SyntaxError.self) { try MovieFormat.avc(parameterSets: [sps, bad]) }
    #expect(throws: SyntaxError.self) { try MovieFormat.avc(parameterSets: [sps, pps, bad]) }
  }
}
