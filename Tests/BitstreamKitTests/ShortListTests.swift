import BitstreamKit
import TestSupport
import Testing

/// A list preceded by its count, which can exceed the capacity.
private struct ShortCounted: Syntax {
  static let structureName: StaticString = "counted"
  var numbers: ShortList<UInt8> = []
  init() {}
  mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    let count = try c.count("count", numbers.count, bits: 8)
    try c.list("numbers", &numbers, count: count, atLeast: 8) { (c, number, i) throws(SyntaxError) in
      try c.u("number", &number, bits: 8, at: i)
    }
  }
}

@Test func shortListLaws() { checkLaws(ShortCounted.self) }

@Test func shortListsHoldSixteen() throws {
  var list = ShortList<UInt16>(0..<20)
  #expect(Array(list) == Array(0..<16))
  list.removeAll()
  #expect(list == [])
  let full = try ShortCounted(parsing: [16] + Array(0..<16))
  #expect(full.numbers.count == 16)
  #expect(throws: SyntaxError.self) { try ShortCounted(parsing: [17] + Array(0..<17)) }
}

/// A payload in a region: 3 bits, an optional extension bit, and the end.
private struct Payload: Syntax {
  static let structureName: StaticString = "payload"
  var number: UInt8 = 0
  var extra: Bool?
  var tail = BitString.empty
  init() {}
  mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    var copy = self
    try c.sized(.ff("size")) { (c) throws(SyntaxError) in
      try c.u("number", &copy.number, bits: 3, in: 0...5)
      let more = try c.moreRBSPData(copy.extra != nil)
      try c.flag("extra", &copy.extra, when: more)
      try c.payloadTrailingBits(&copy.tail, always: more)
    }
    self = copy
  }
}

@Test func payloadLaws() { checkLaws(Payload.self) }

@Test(arguments: [
  hex("01 B0"), hex("01 A8"), hex("01 A4"), hex("01 A0"), hex("02 B000"), hex("02 A880"), hex("02 5FFF"), hex("01 40"),
])
func payloadsComeBackWhateverTheirEnd(_ bytes: [UInt8]) throws {
  let payload = try Payload(parsing: bytes)
  #expect(try payload.encoded() == bytes)
  let log = Payload.trace(bytes)
  #expect(log.error == nil)
  #expect(log.rows.reduce(0) { $0 + $1.element.bitLength } == bytes.count * 8)
}
