import RemuxKit
import Testing

@Test(arguments: [
  (0 as UInt64, 10 as UInt64, true), (5, 5, true), (10, 0, true), (5, 6, false), (11, 0, false), (UInt64.max, UInt64.max, false),
  (1, UInt64.max, false),
])
func aSampleIsWholeInsideOfItsFile(offset: UInt64, size: UInt64, isWhole: Bool) {
  let sample = MediaSample(track: 0, decodeTime: 0, presentationTime: 0, duration: 0, offset: offset, size: size, isKey: false)
  #expect(sample.isWhole(in: 10) == isWhole)
}
