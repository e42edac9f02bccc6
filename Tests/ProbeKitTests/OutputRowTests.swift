import Foundation
import Testing

@testable import ProbeKit

/// Columns against the formatting of Foundation.
struct OutputRowTests {
  private static let numbers: [UInt64] =
    (0...120).map { $0 }
    + (1...19).flatMap { (power: Int) -> [UInt64] in
      let value = UInt64(pow(10, Double(power)))
      return [value - 1, value, value + 1, value + value / 7]
    } + [UInt64(Int64.max), 1 << 63, (1 << 63) + 50, .max - 1, .max]

  private func written(_ body: (inout OutputRow) -> Void) -> String {
    var text: [UInt8] = []
    var output = OutputBuffer(ProbeSink(write: { bytes in unsafe text.append(contentsOf: bytes) }, report: { _ in }))
    output.row(body)
    _ = output.finish()
    return String(decoding: text, as: UTF8.self)
  }

  private func padded(_ text: String, _ width: Int) -> String { String(repeating: " ", count: max(0, width - text.count)) + text }

  @Test(arguments: [1, 2, 4, 7, 8, 10, 16]) func numbersAreAligned(width: Int) {
    for value in Self.numbers { #expect(written { $0.number(value, width: width) } == padded("\(value)", width)) }
  }

  @Test func numbersAndSignedNumbersAreDecimal() {
    for value in Self.numbers {
      #expect(written { $0.number(value) } == "\(value)")
      let signed = Int64(bitPattern: value)
      #expect(written { $0.number(signed) } == "\(signed)")
      #expect(written { $0.signed(signed, width: 12) } == padded("\(signed)", 12))
    }
  }

  /// The digits that are kept of a number are right for those after it, whatever their distance.
  @Test(arguments: [6, 8, 10]) func numbersNearTheLastAreWhole(width: Int) {
    let steps: [UInt64] = [0, 1, 2, 7, 99, 100, 101, 9_999]
    var last = NearNumber()
    for value in Self.numbers + Self.numbers.reversed() {
      for step in steps {
        let value = value &+ step
        #expect(written { $0.number(value, width: width, after: &last) } == padded("\(value)", width))
      }
    }
  }

  @Test func bytesAreHexadecimal() {
    for byte in UInt8.min...UInt8.max {
      let four = UInt32(byte) | UInt32(byte ^ 0x5A) << 8 | UInt32(~byte) << 16 | UInt32(byte &* 7) << 24
      let digits = [byte, byte ^ 0x5A, ~byte, byte &* 7].map { String(format: "%02x", $0) }
      #expect(written { $0.hex(four) } == digits.joined())
      #expect(written { $0.hex(byte) } == digits[0])
    }
  }

  @Test func bitsFillTheirColumn() {
    let bits: UInt64 = 0xA5C3_96F0_0000_0000
    let digits = String(bits, radix: 2)
    for count in 0...16 {
      #expect(written { $0.bits(bits, count: count) } == digits.prefix(count) + String(repeating: " ", count: 16 - count))
    }
    #expect(written { $0.bits(bits, count: 17) } == digits.prefix(15) + "+")
  }

  @Test func textsAreCutAtTheirLimit() {
    let long: StaticString =
      """
      0123456789012345678901234567890123456789012345678901234567890123456789\
      012345678901234567890123456789012345678901234567890123456789
      """
    for text in ["", "a", "seven77", "eight888", "nine99999"] as [StaticString] {
      #expect(written { $0.text(text) } == text.description)
      #expect(written { $0.text(text, width: 12) } == padded(text.description, 12))
    }
    #expect(written { $0.text(long) } == String(long.description.prefix(OutputRow.longestText)))
    #expect(written { $0.spaces(1000) }.count == OutputRow.maxSpaces)
  }
}
