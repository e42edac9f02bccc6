import TestSupport
import Testing

import BitstreamKit
@testable import NALKit

/// A simple reference for 7.3.1, with the offset in the unit of each byte that is kept.
private func slowlyRemoving(_ unit: [UInt8]) -> (rbsp: [UInt8], places: [Int]) {
  var rbsp: [UInt8] = []
  var places: [Int] = []
  var zeros = 0
  for (place, byte) in unit.enumerated() {
    if zeros >= 2, byte == 3 {
      zeros = 0
      continue
    }
    zeros = byte == 0 ? zeros + 1 : 0
    rbsp.append(byte)
    places.append(place)
  }
  return (rbsp, places)
}

private func slowlyAdding(_ rbsp: [UInt8]) -> [UInt8] {
  var unit: [UInt8] = []
  var zeros = 0
  for byte in rbsp {
    if zeros >= 2, byte <= 3 {
      unit.append(3)
      zeros = 0
    }
    zeros = byte == 0 ? zeros + 1 : 0
    unit.append(byte)
  }
  return zeros >= 2 ? unit + [3] : unit
}

private func fewBytes(_ seed: UInt64) -> [UInt8] {
  var generator = Generator(seed: seed)
  return (0..<Int(generator.upTo(300))).map { _ in [0, 0, 0, 1, 2, 3, 3, 4, 0xFF][Int(generator.upTo(8))] }
}

@Test(arguments: 0..<300 as Range<UInt64>) func bothWaysAndTheWayBack(_ seed: UInt64) {
  let rbsp = fewBytes(seed)
  let unit = EmulationPrevention.adding(to: rbsp)
  #expect(unit == slowlyAdding(rbsp))
  #expect(EmulationPrevention.removing(from: unit) == rbsp)
  for start in 0..<max(0, unit.count - 2) { #expect(!(unit[start] == 0 && unit[start + 1] == 0 && unit[start + 2] < 3)) }
}

@Test(arguments: 0..<300 as Range<UInt64>) func theMapLeadsBackToTheFile(_ seed: UInt64) {
  let unit = fewBytes(seed)
  let slow = slowlyRemoving(unit)
  var rbsp: [UInt8] = [9, 9]
  let map = EmulationPrevention.removing(from: [7] + unit + [0, 3], 1..<1 + unit.count, into: &rbsp, fileOffset: 1000)
  #expect(rbsp == slow.rbsp)
  for (index, place) in slow.places.enumerated() { #expect(map.fileByte(of: index) == UInt64(1000 + place)) }
}

/// Short units of few values, so that legal and illegal patterns are both common.
@Test(arguments: 0..<3000 as Range<UInt64>) func regularUnitsAreThoseThatAddingMakes(_ seed: UInt64) {
  var generator = Generator(seed: seed)
  let raw = (0..<Int(generator.upTo(12))).map { _ in [0, 0, 0, 1, 3, 3, 4][Int(generator.upTo(6))] as UInt8 }
  for unit in [raw, EmulationPrevention.adding(to: raw)] {
    var rbsp: [UInt8] = []
    let map = EmulationPrevention.removing(from: unit, 0..<unit.count, into: &rbsp)
    #expect(EmulationPrevention.isRegular(rbsp, map) == (EmulationPrevention.adding(to: rbsp) == unit), "\(unit)")
  }
}

@Test func theSpecificationsOwnCases() {
  #expect(EmulationPrevention.adding(to: [0, 0, 0]) == [0, 0, 3, 0])
  #expect(EmulationPrevention.adding(to: [0, 0, 1]) == [0, 0, 3, 1])
  #expect(EmulationPrevention.adding(to: [0, 0, 4]) == [0, 0, 4])
  // cabac_zero_words: the byte 03 after the last of them is removed as well.
  #expect(EmulationPrevention.removing(from: [0x80, 0, 0, 3, 0, 0, 3]) == [0x80, 0, 0, 0, 0])
  #expect(EmulationPrevention.adding(to: [0x80, 0, 0, 0, 0]) == [0x80, 0, 0, 3, 0, 0, 3])
}
