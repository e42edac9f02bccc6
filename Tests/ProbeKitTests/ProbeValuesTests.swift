import Foundation
import TestSupport
import Testing

@testable import ProbeKit

@Test(arguments: [
  (0.0, "0.000000"), (1.0 / 3, "0.333333"), (2.0 / 3, "0.666667"), (-0.0213333333333, "-0.021333"), (0.0000005, "0.000000"),
  (0.9999996, "1.000000"), (18801.998568, "18801.998568"), (1e-30, "0.000000"), (123456789.125, "123456789.125000"),
])
func numbersAreRoundedAsCDoes(_ value: Double, _ text: String) {
  #expect(decimalText(value) == text)
  #expect(decimalText(value) == String(format: "%.6f", value))
}

@Test func anyNumberIsRoundedAsCDoes() {
  var state: UInt64 = 1
  func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ state >> 29
  }
  for _ in 0..<20000 {
    let value = Double(Int64(bitPattern: next()) >> Int64(12 + next() % 28)) / Double(1 + next() % 90000)
    #expect(decimalText(value) == String(format: "%.6f", value))
  }
}

@Test func streamsAreSelectedByKindAndNumber() throws {
  var streams = [ProbeStream(index: 0, kind: .video), ProbeStream(index: 1, kind: .audio), ProbeStream(index: 2, kind: .audio)]
  streams[2].id = 7
  let wanted: [(String, [Bool])] = [
    ("v", [true, false, false]), ("a", [false, true, true]), ("a:1", [false, false, true]), ("1", [false, true, false]),
    ("s", [false, false, false]), ("#7", [false, false, true]), ("i:0x7", [false, false, true]),
  ]
  for (text, selected) in wanted { #expect(ProbeStreamSpecifier(text)?.selects(among: streams) == selected, "\(text)") }
  #expect(ProbeStreamSpecifier("q") == nil)
  #expect(ProbeStreamSpecifier("v:x") == nil)
}
