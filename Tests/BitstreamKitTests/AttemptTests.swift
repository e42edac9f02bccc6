import BitstreamKit
import TestSupport
import Testing

/// A number above 9 and its double, or two bytes that are something else.
private struct Doubled: Syntax {
  static let structureName: StaticString = "doubled"
  var value: UInt8? = 10
  var raw: [UInt8] = []

  mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.attempt(value != nil, &self) { (c, s) throws(SyntaxError) in
      try c.when(true, &s.value, 10) { (c, v) throws(SyntaxError) in
        try c.u("value", &v, bits: 8, in: 10...99)
        try c.fixed("double", UInt64(v) * 2, bits: 8)
      }
    } otherwise: { (c, s) throws(SyntaxError) in
      s.value = nil
      try c.bytes("raw", &s.raw, count: 2)
    }
  }
}

@Test func attemptTakesTheOtherWayWithoutLoss() throws {
  for bytes in [[20, 40], [20, 41], [5, 10]] as [[UInt8]] {
    let read = try Doubled(parsing: bytes)
    #expect((read.value != nil) == (bytes == [20, 40]))
    #expect(try read.encoded() == bytes)
    let log = Doubled.trace(bytes)
    #expect(log.error == nil)
    #expect(log.rows.map(\.element.fullName) == (read.value != nil ? ["value", "double"] : ["raw"]))
    var reader = BitReader(bytes)
    var again = Doubled()
    try reader.nested(&again)
    #expect(reader.findings.count == (read.value != nil ? 0 : 1))
  }
}
