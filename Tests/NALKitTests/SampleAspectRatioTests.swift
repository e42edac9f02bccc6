import BitstreamKit
import NALKit
import Testing

@Test func sampleAspectRatiosOfTheTable() throws {
  #expect(sampleAspectRatio(idc: 2, width: nil, height: nil) == ExactRatio(12, 11))
  #expect(sampleAspectRatio(idc: 13, width: nil, height: nil) == ExactRatio(160, 99))
  #expect(sampleAspectRatio(idc: 16, width: nil, height: nil) == ExactRatio(2, 1))
  for idc in UInt8(1)...16 {
    let ratio = try #require(sampleAspectRatio(idc: idc, width: nil, height: nil))
    let found = aspectRatioIdc(UInt16(ratio.numerator) * 3, UInt16(ratio.denominator) * 3)
    #expect(found.idc == idc && UInt64(found.width) == ratio.numerator && UInt64(found.height) == ratio.denominator)
  }
  for idc: UInt8 in [0, 17, 254] { #expect(sampleAspectRatio(idc: idc, width: 4, height: 3) == nil) }
}

@Test func sampleAspectRatiosThatAreCoded() {
  #expect(sampleAspectRatio(idc: 255, width: 8, height: 6) == ExactRatio(8, 6))
  #expect(sampleAspectRatio(idc: 255, width: 0, height: 6) == nil)
  #expect(sampleAspectRatio(idc: 255, width: 8, height: 0) == nil)
  #expect(sampleAspectRatio(idc: 255, width: nil, height: nil) == nil)
  let coded = aspectRatioIdc(14, 6)
  #expect(coded.idc == 255 && coded.width == 7 && coded.height == 3)
  #expect(aspectRatioIdc(0, 0).idc == 0)
}
