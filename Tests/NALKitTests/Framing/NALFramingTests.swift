import BitstreamKit
import TestSupport
import Testing
import NALKit

private let units: [[UInt8]] = [hex("09 F0"), hex("67 42 00 0A"), hex("65 88"), [UInt8](repeating: 0x41, count: 300)]

private func isSet(_ byte: UInt8) -> Bool { byte & 31 == 7 }

@Test func prefixesAreThoseAskedFor() throws {
  let three = Array(units[..<3]) + [[0x0C, 0x80]]
  #expect(try framed(three, .longStartCodes) == hex("00000001 09F0 00000001 6742000A 00000001 6588 00000001 0C80"))
  let short = try framed(three, .shortestStartCodes, isParameterSet: isSet)
  #expect(short == hex("00000001 09F0 00000001 6742000A 000001 6588 000001 0C80"))
  let two = try #require(NALLengthSize(rawValue: 2))
  #expect(try framed(three, .lengths(two)) == hex("0002 09F0 0004 6742000A 0002 6588 0002 0C80"))
  let one = try #require(NALLengthSize(rawValue: 1))
  #expect(throws: SyntaxError.self) { try framed([units[3]], .lengths(one)) }
  let reserved = try #require(NALLengthSize(rawValue: 3))
  #expect(throws: SyntaxError.self) { try framed(three, .lengths(reserved)) }
}

@Test(arguments: 1...20) func splittersHandOverAllBytes(_ size: Int) throws {
  let two = try #require(NALLengthSize(rawValue: 2))
  let sample = try framed([units[0], [], units[1], units[3]], .lengths(two))
  var splitter = LengthPrefixedSplitter(lengthSize: two)
  var found: [[UInt8]] = []
  for start in stride(from: 0, to: sample.count, by: size) {
    let chunk = Array(sample[start..<min(sample.count, start + size)])
    var cursor = 0
    while let event = splitter.next(in: chunk, from: &cursor, to: chunk.count) {
      switch event {
      case .begin: found.append([])
      case .bytes(let range): found[found.count - 1] += chunk[range]
      }
    }
  }
  #expect(found == [units[0], [], units[1], units[3]] && splitter.isBetweenUnits)
}
