import BitstreamKit
import TestSupport
import Testing

/// A list behind its count, of which more can be coded than fit.
private struct Counted: Syntax {
  static let structureName: StaticString = "counted"
  var numbers: ShortList<UInt8> = []
  init() {}
  mutating func syntax<C: SyntaxCoder>(_ c: inout C) throws(SyntaxError) {
    let count = try c.count("count", numbers.count, bits: 8)
    try c.list("numbers", &numbers, count: count, atLeast: 8) { (c, number, i) throws(SyntaxError) in
      try c.u("number", &number, bits: 8, at: i)
    }
  }
}

@Test func shortListLaws() { checkLaws(Counted.self) }

@Test func shortListsHoldSixteen() throws {
  var list = ShortList<UInt16>(0..<20)
  #expect(Array(list) == Array(0..<16))
  list.removeAll()
  #expect(list == [])
  let full = try Counted(parsing: [16] + Array(0..<16))
  #expect(full.numbers.count == 16)
  #expect(throws: SyntaxError.self) { try Counted(parsing: [17] + Array(0..<17)) }
}

/// A payload in a region: 3 bits, an extension bit where there is one, and the end.
private struct Payload: Syntax {
  static let structureName: StaticString = "payload"
  var number: UInt8 = 0
  var extra: Bool?
  var tail = BitString.empty
  var raw: BitString?
  init() {}
  mutating func syntax<C: SyntaxCoder>(_ c: inout C) throws(SyntaxError) {
    var (copy, kept) = (self, raw)
    try c.sized(.ff("size")) { (c) throws(SyntaxError) in
      try c.orRaw("raw", &kept) { (c) throws(SyntaxError) in
        try c.u("number", &copy.number, bits: 3, in: 0...5)
        let more = try c.moreRBSPData(copy.extra != nil)
        try c.flag("extra", &copy.extra, when: more)
        try c.payloadTrailingBits(&copy.tail, always: more)
      }
    }
    self = kept == nil ? copy : Payload()
    raw = kept
  }
}

@Test func payloadLaws() { checkLaws(Payload.self) }

@Test(arguments: [
  (hex("01 B0"), true), (hex("01 A8"), true), (hex("01 B0"), true), (hex("01 A4"), true), (hex("01 F0"), false), (hex("01 A0"), true),
  (hex("02 B000"), true), (hex("02 A880"), true), (hex("00"), false), (hex("02 FFFF"), false),
])
func payloadsComeBackWhateverTheirEnd(_ bytes: [UInt8], _ parses: Bool) throws {
  var reader = BitReader(bytes)
  var payload = Payload()
  try reader.nested(&payload)
  #expect((payload.raw == nil) == parses)
  #expect(reader.findings.isEmpty == parses)
  #expect(try payload.encoded() == bytes)
  let log = Payload.trace(bytes)
  #expect(log.error == nil)
  #expect(log.rows.reduce(0) { $0 + $1.element.bitLength } == bytes.count * 8)
}

/// Extension bits up to the trailing bits of an RBSP.
private struct Extended: Syntax {
  static let structureName: StaticString = "extended"
  var number: UInt8 = 0
  var bits = BitString.empty
  var trailing: [UInt8] = []
  init() {}
  mutating func syntax<C: SyntaxCoder>(_ c: inout C) throws(SyntaxError) {
    try c.u("number", &number, bits: 3)
    try c.rbspExtension("bits", &bits)
    try c.rbspTrailingBits(&trailing)
  }
}

@Test func extensionLaws() { checkLaws(Extended.self) }

@Test func extensionBitsEndBeforeTheTrailingBits() throws {
  let value = try Extended(parsing: [0b0101_1001, 0b1000_0000, 0, 0])
  #expect(value.bits == BitString(bytes: [0b1_1001 << 3], startBit: 0, count: 5))
  #expect(value.trailing == [0, 0])
  #expect(try Extended(parsing: [0b0101_0000]).bits.isEmpty)
}
