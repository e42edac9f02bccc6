import TestSupport
import Testing

import BitstreamKit
@testable import NALKit

@Test(arguments: 0..<300 as Range<UInt64>) func everyPlaceIsFound(_ seed: UInt64) {
  var generator = Generator(seed: seed)
  let rare = generator.upTo(1) == 0
  let bytes = (0..<300).map { _ in generator.upTo(rare ? 40 : 3) < 2 ? UInt8(generator.upTo(3)) : 0x55 as UInt8 }
  for (third, free) in [(0, 1), (3, 0), (0, 3), (1, 0)] as [(UInt8, UInt8)] {
    for from in [0, 1, 2, 3, 17, 250] {
      for to in [300, 299, 298, 100, 66, 64, 3, 0] where to >= from {
        let slow = (from..<max(from, to - 2)).first { bytes[$0] == 0 && bytes[$0 + 1] == 0 && bytes[$0 + 2] & ~free == third }
        #expect(PatternSearch.firstIndex(in: bytes, from: from, to: to, third: third, free: free) == slow)
      }
    }
  }
}

@Test func zerosArePassedOver() {
  for length in 0..<150 {
    let bytes = [UInt8](repeating: 0, count: length) + [1, 0]
    for from in [0, 1, 40] where from <= length {
      #expect(PatternSearch.firstNonZero(in: bytes, from: from, to: bytes.count) == length)
      #expect(PatternSearch.firstNonZero(in: bytes, from: from, to: length) == length)
    }
  }
}
