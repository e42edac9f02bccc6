import TestSupport
import Testing

@testable import BitstreamKit

/// Reads bits one by one; a reference for the fast paths.
private func slowBits(_ bytes: [UInt8], _ from: Int, _ count: Int) -> UInt64 {
  (from..<from + count).reduce(0) { $0 << 1 | UInt64(bytes[$1 / 8] >> UInt8(7 - $1 % 8) & 1) }
}

@Test(arguments: 0..<50 as Range<UInt64>) func fixedLengthsAtEveryPlace(_ seed: UInt64) throws {
  var generator = Generator(seed: seed)
  let bytes = (0..<24).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
  for start in 0..<64 {
    for count in 0...64 {
      var reader = BitReader(bytes)
      var skipped: UInt64 = 0
      try reader.u("skipped", &skipped, bits: start)
      var value: UInt64 = 0
      try reader.u("value", &value, bits: count)
      #expect(value == slowBits(bytes, start, count))
      #expect(reader.bitPosition == start + count)
    }
  }
}

@Test func expGolombOfTheSpecification() throws {
  // Table 9-2 and Table 9-3 of H.264.
  for (bits, code, signed) in [
    ("1", 0, 0), ("010", 1, 1), ("011", 2, -1), ("00100", 3, 2), ("00101", 4, -2), ("0001000", 7, 4), ("0001001", 8, -4),
  ] {
    let byte = UInt8(bits.padding(8), radix: 2) ?? 0
    var (value, delta): (UInt32, Int32) = (0, 0)
    var reader = BitReader([byte])
    try reader.ue("value", &value)
    #expect(value == UInt32(code) && reader.bitPosition == bits.count)
    reader = BitReader([byte])
    try reader.se("delta", &delta)
    #expect(delta == Int32(signed))
  }
}

@Test func longExpGolombCodes() throws {
  var writer = BitWriter()
  let values: [UInt32] = [0, 1, 254, 65_534, 1 << 28, (1 << 29) - 2, (1 << 29) - 1, 0x7FFF_FFFF, 0xFFFF_FFFE]
  for var value in values { try writer.ue("value", &value) }
  var reader = BitReader(writer.finish())
  for expected in values {
    var value: UInt32 = 0
    try reader.ue("value", &value)
    #expect(value == expected)
  }
  // 33 zeros, and zeros up to the end.
  for bytes in [[0, 0, 0, 0, 0x40, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0], [0], [0, 0, 0, 0, 0x80, 0]] as [[UInt8]] {
    var value: UInt32 = 0
    var broken = BitReader(bytes)
    #expect(throws: SyntaxError.self) { try broken.ue("value", &value) }
    #expect(broken.bitPosition == 0)
  }
}

@Test func errorsSayWhatWhereAndWhy() {
  do {
    _ = try Everything(parsing: [0x00, 0x20], at: 0x40)
    Issue.record("read")
  } catch {
    #expect(error.description == "everything: fixed_length at bit 0 (file byte 0x40): 1 is not in 3...1500")
  }
  do {
    _ = try Everything(parsing: [0x10, 0x20, 0, 0, 0], at: 0x40)
    Issue.record("read")
  } catch {
    #expect(error.description == "everything: wide at bit 11 (file byte 0x41): truncated: needs 8 bytes, 29 bits left")
    #expect(error.isTruncation)
    #expect(error.inFile(at: 0x1000).byteOffset == 0x1041)
  }
}

@Test func lenientReadingGoesOn() throws {
  var model = Everything()
  model.fixedLength = 1500
  var bytes = try model.encoded()
  bytes[0] |= 0xFF
  #expect(throws: SyntaxError.self) { try Everything(parsing: bytes) }
  var reader = BitReader(bytes, policy: .lenient)
  var read = Everything()
  try reader.nested(&read)
  #expect(read.fixedLength > 1500)
  #expect(reader.findings.map(\.description) == ["everything: fixed_length at bit 0: \(read.fixedLength) is not in 3...1500"])
}

@Test func moreRBSPDataLooksForTheLastOne() throws {
  for (bytes, position, expected) in [
    ([0x80], 0, false), ([0xC0], 0, true), ([0xC0], 1, false), ([0x80, 0, 0], 0, false), ([0x80, 0x80], 0, true), ([0, 0], 0, false),
    ([0x01], 6, true),
  ] as [([UInt8], Int, Bool)] {
    var reader = BitReader(bytes)
    var skipped: UInt64 = 0
    try reader.u("skipped", &skipped, bits: position)
    #expect(try reader.moreRBSPData(false) == expected, "\(bytes) \(position)")
  }
}

/// Zero bits before the stop bit cost a lenient reader nothing: x265 writes one without timing information. More than seven are none of these.
@Test(arguments: [0, 1, 7, 8]) func surplusZerosBeforeTheStopBit(count: Int) throws {
  let bits = "1011" + String(repeating: "0", count: count) + "1"
  let padded = bits.padding((bits.count + 7) / 8 * 8)
  let bytes = stride(from: 0, to: padded.count, by: 8).compactMap { UInt8(String(Array(padded)[$0..<$0 + 8]), radix: 2) }
  func read(_ policy: BitReader.Policy) throws -> (trailing: [UInt8], findings: [String], left: Int) {
    var (reader, element, trailing) = (BitReader(bytes, policy: policy), UInt64(0), [UInt8]())
    try reader.u("element", &element, bits: 4)
    try reader.rbspTrailingBits(&trailing)
    return (trailing, reader.findings.map(\.description), reader.bitsLeft)
  }
  if count == 8 || count > 0 { #expect(throws: SyntaxError.self) { try read(.strict) } }
  if count == 8 {
    #expect(throws: SyntaxError.self) { try read(.lenient) }
    return
  }
  let lenient = try read(.lenient)
  #expect(lenient.trailing.isEmpty && lenient.left == 0 && lenient.findings.count == min(count, 1), "\(lenient)")
  #expect(count == 0 || lenient.findings[0].contains("surplus zero bit"))
}

extension String {
  fileprivate func padding(_ length: Int) -> String { self + String(repeating: "0", count: length - count) }
}
