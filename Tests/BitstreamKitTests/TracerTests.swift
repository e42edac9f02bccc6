import BitstreamKit
import TestSupport
import Testing

private struct Kinds: Syntax {
  static let structureName: StaticString = "kinds"
  var code: FourCC = "abcd"
  var rate: UInt32 = 0x1_8000
  var offset: Int16 = -0x80
  var gain = (-0.75).bitPattern
  var name: [UInt8] = [0x68, 0x69]
  var rows = PackedTable<UInt16>([1, 2, 3])

  mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fourCC("code", &code)
    try c.fixedPoint("rate", &rate, bits: 32, fraction: 16)
    try c.fixedPoint("offset", &offset, bits: 16, fraction: 8)
    try c.floatingPoint("gain", &gain)
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
      .code("abcd"), .fixedPoint(.unsigned(0x1_8000), fraction: 16), .fixedPoint(.signed(-0x80), fraction: 8), .floatingPoint(-0.75),
      .text([0x68, 0x69]), .number(.unsigned(3)), .rows(3),
    ])
  #expect(log.rows.map(\.element.value.real) == [nil, 1.5, -0.5, -0.75, nil, nil, nil])
  #expect(try Kinds(parsing: bytes).gain == (-0.75).bitPattern)
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
  #expect(whole.count == 6 + 2 + 400 && whole[6] == "rows 200@168" && whole[7] == "row 0")
  #expect(whole[8] == "entry[0]@168/121=number(0)" && whole.last == "end")
  #expect(try trace(28, RowSink(whole: bytes)) == whole)
  // Without bytes, or without interest in rows, the table is one element.
  #expect(try trace(28, RowSink(whole: nil)).last == "rows@168/121=rows(200)")
  #expect(try trace(28, RowSink(whole: bytes, wants: false)).last == "rows@168/121=rows(200)")
  // A source that ends early gives the rows it has.
  #expect(try trace(28, RowSink(whole: Array(bytes[..<41]))).count == 6 + 2 + 20)
}
