import HEVCKit
import TestSupport
import Testing

@Test func nalUnitHeaderLaws() { checkLaws(NALUnitHeader.self) }

@Test func firstBytesAreTheHeader() throws {
  for first in UInt8.min...UInt8.max {
    for second in UInt8.min...UInt8.max {
      let header = NALUnitHeader(firstBytes: first, second)
      let legal = first < 0x80 && second & 7 != 0
      #expect((try? NALUnitHeader(parsing: [first, second])) == (legal ? header : nil))
    }
  }
}
