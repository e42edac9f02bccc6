import BitstreamKit
import TestSupport
import Testing

/// A part preceded by a codeword, in a structure that does not end byte-aligned.
private struct Announcing: Syntax {
  static let structureName: StaticString = "announcing"
  var head: UInt8 = 0
  var part: UInt8?
  var rest = BitString.empty

  mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("head", &head, bits: 3)
    try c.optional(announcedBy: "word", 0x2B7, bits: 11, atLeast: 16, when: head != 7, &part, 0) { (c, v) throws(SyntaxError) in
      try c.u("part", &v, bits: 6)
    }
    try c.restAndPadding("rest", &rest)
  }
}

@Test func announcedPartLaws() { checkLaws(Announcing.self, seeds: 0..<1000) }

@Test func aPartIsThereBehindItsWordAlone() throws {
  // 001 01010110111 101010 0000: the codeword, the part, four padding bits.
  let whole = hex("2ADEA0")
  let read = try Announcing(parsing: whole)
  #expect(read.part == 42 && read.rest.isEmpty)
  // The same bits after a header that excludes the part, and after another codeword.
  #expect(try Announcing(parsing: hex("EADEA0")).part == nil)
  #expect(try Announcing(parsing: hex("2AD6A0")).part == nil)
  // Too few bits for the part: the codeword belongs to the trailing data.
  let short = try Announcing(parsing: hex("2ADE"))
  #expect(short.part == nil && short.rest.count == 12)
  var wrong = read
  wrong.head = 7
  #expect(throws: SyntaxError.self) { try wrong.encoded() }
}

@Test func everyRestComesBack() throws {
  for bits in UInt16.min...UInt16.max {
    let bytes = [UInt8(bits >> 8), UInt8(bits & 0xFF)]
    let again = try Announcing(parsing: bytes).encoded()
    if again != bytes { Issue.record("\(bytes)") }
  }
}

@Test func zerosAreTakenFromTheEnd() {
  let bits = BitString(bytes: [0x41, 0x00], startBit: 1, count: 13)
  #expect(bits.withoutLastZeros(atMost: 2) == BitString(bytes: [0x41, 0x00], startBit: 1, count: 11))
  #expect(bits.withoutLastZeros(atMost: 100) == BitString(bytes: [0x41], startBit: 1, count: 7))
  #expect(BitString(bytes: [0]).withoutLastZeros(atMost: 100).isEmpty)
}
