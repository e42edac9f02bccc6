import BitstreamKit
import TestSupport
import Testing

private struct Kinds: Syntax {
  static let structureName: StaticString = "kinds"
  var code: FourCC = "abcd"
  var rate: UInt32 = 0x1_8000
  var offset: Int16 = -0x80
  var name: [UInt8] = [0x68, 0x69]
  var rows = PackedTable<UInt16>([1, 2, 3])

  mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fourCC("code", &code)
    try c.fixedPoint("rate", &rate, bits: 32, fraction: 16)
    try c.fixedPoint("offset", &offset, bits: 16, fraction: 8)
    try c.characters("name", &name, count: 2)
    let count = try c.count("count", rows.codedCount, bits: 8)
    try c.table("rows", &rows, count: count)
  }
}

@Test func aTracerSeesWhatElementsAre() throws {
  let bytes = try Kinds().encoded()
  let log = Kinds.trace(bytes)
  #expect(
    log.rows.map(\.element.value) == [
      .code("abcd"), .fixedPoint(.unsigned(0x1_8000), fraction: 16), .fixedPoint(.signed(-0x80), fraction: 8), .text([0x68, 0x69]),
      .number(.unsigned(3)), .rows(3),
    ])
}

/// Supplies rows to the tracer from the complete bytes.
private final class RowSink: TraceSink {
  let whole: [UInt8]?
  let wants: Bool
  var events: [String] = []

  init(whole: [UInt8]?, wants: Bool = true) {
    self.whole = whole
    self.wants = wants
  }

  override func element(_ element: TraceElement) {
    events.append("\(element.fullName)@\(element.bitOffset)/\(element.byteOffset ?? 0)=\(element.value)")
  }
  override func beginTable(_ name: StaticString, rows: Int, bitOffset: Int) -> Bool {
    if wants { events.append("\(name) \(rows)@\(bitOffset)") }
    return wants
  }
  override func row(_ index: Int) { events.append("row \(index)") }
  override func endTable() { events.append("end") }
  override func bytes(at offset: Int, count: Int) -> [UInt8]? {
    whole.map { Array($0[min(offset, $0.count)..<min($0.count, offset + count)]) }
  }
}

@Test func rowsBehindTheHeadingAreTheSameRows() throws {
  var model = Kinds()
  model.rows = PackedTable((0..<200).map { UInt16($0) })
  let bytes = try model.encoded()
  func trace(_ heading: Int, _ sink: RowSink) throws -> [String] {
    var tracer = SyntaxCoder(
      tracing: BitReader(heading: Array(bytes[..<heading]), of: UInt64(bytes.count), fileOffset: 100), to: sink)
    tracer.showsRows = true
    var value = Kinds()
    try tracer.nested(&value)
    return sink.events
  }
  let whole = try trace(bytes.count, RowSink(whole: nil))
  #expect(whole.count == 5 + 2 + 400 && whole[5] == "rows 200@104" && whole[6] == "row 0")
  #expect(whole[7] == "entry[0]@104/113=number(0)" && whole.last == "end")
  #expect(try trace(20, RowSink(whole: bytes)) == whole)
  // Without bytes, or without interest in rows, the table is one element.
  #expect(try trace(20, RowSink(whole: nil)).last == "rows@104/113=rows(200)")
  #expect(try trace(20, RowSink(whole: bytes, wants: false)).last == "rows@104/113=rows(200)")
  // A source that ends early gives the rows it has.
  #expect(try trace(20, RowSink(whole: Array(bytes[..<33]))).count == 5 + 2 + 20)
}
