import BitstreamKit
import TestSupport
import Testing

@Test func numbersArePackedAsTheirSyntaxWritesThem() {
  checkRows(UInt8.self)
  checkRows(UInt16.self)
  checkRows(UInt32.self)
  checkRows(UInt64.self)
}

/// A row that packs itself by its syntax, which is longer than its declared size.
private struct Long: PackedRow {
  var value: UInt32 = 0
  static func byteCount(layout: UInt32) -> Int { 2 }
  mutating func syntax<C: ElementCoder>(_ c: inout C, layout: UInt32, at index: Int) throws(SyntaxError) {
    try c.u("value", &value, bits: 32, at: index)
  }
}

/// A row whose syntax fails.
private struct Refused: PackedRow {
  var value: UInt8 = 9
  static func byteCount(layout: UInt32) -> Int { 3 }
  mutating func syntax<C: ElementCoder>(_ c: inout C, layout: UInt32, at index: Int) throws(SyntaxError) {
    try c.u("first", &value, bits: 8, in: 0...9)
    try c.u("second", &value, bits: 16, in: 0...1)
  }
}

@Test func rowsKeepTheirPlacesWhateverTheirSyntaxDoes() {
  var long = PackedTable<Long>()
  for value in [0x1122_3344, 0x5566_7788] as [UInt32] {
    var row = Long()
    row.value = value
    long.append(row)
  }
  #expect(long.packed == [0x11, 0x22, 0x55, 0x66])
  var refused = PackedTable<Refused>()
  refused.append(Refused())
  refused.append(Refused())
  #expect(refused.packed == [9, 0, 0, 9, 0, 0] && refused.count == 2)
}
