import BitstreamKit
import TestSupport
import Testing

/// A structure that uses every operation of the coder.
struct Everything: Syntax {
  static let structureName: StaticString = "everything"
  struct Inner: Syntax {
    static let structureName: StaticString = "inner"
    var value: UInt32 = 0
    var delta: Int32 = 0
    mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
      try c.ue("value", &value)
      try c.se("delta", &delta)
    }
  }

  var fixedLength: UInt16 = 3
  var wide: UInt64 = 0
  var signed: Int16 = 0
  var flag = false
  var golomb: UInt32 = 0
  var golombSigned: Int32 = 0
  var group: Inner?
  var whenFlag: UInt8?
  var list: [Inner] = []
  var table = PackedTable<UInt32>()
  var ff: UInt32 = 0
  var payload: [UInt8] = []
  var sizedRest = BitString.empty
  var more: UInt8?
  var trailing: [UInt8] = []

  mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("fixed_length", &fixedLength, bits: 11, in: 3...1500)
    try c.u("wide", &wide, bits: 64)
    try c.i("signed", &signed, bits: 9)
    try c.flag("flag", &flag)
    try c.ue("golomb", &golomb, in: 0...70000)
    try c.se("golomb_signed", &golombSigned, in: -500...500)
    try c.fixed("marker", 0b101, bits: 3)
    try c.optional("group_present_flag", &group)
    try c.u("when_flag", &whenFlag, bits: 4, when: flag)
    let inners = try c.ueCount("num_inner_minus1", list.count, minus: 1, in: 0...40)
    try c.list("inner", &list, count: inners, atLeast: 2, Inner()) { (c, inner, _) throws(SyntaxError) in try c.nested(&inner) }
    try c.align("alignment", with: 0)
    let rows = try c.count("row_count", table.count, bits: 8)
    try c.table("row", &table, count: rows)
    try c.ffCoded("ff", &ff)
    try sized(&c)
    // A PPS ends like this: either more data or the trailing bits follow.
    let hasMore = try c.moreRBSPData(more != nil)
    try c.u("more", &more, bits: 5, when: hasMore)
    try c.rbspTrailingBits(&trailing)
  }

  private mutating func sized(_ c: inout SyntaxCoder) throws(SyntaxError) {
    var (bytes, rest) = (payload, sizedRest)
    try c.sized(.ff("payload_size")) { (c) throws(SyntaxError) in
      let count = try c.count("byte_count", bytes.count, bits: 8)
      try c.bytes("bytes", &bytes, count: count)
      try c.rest("rest", &rest)
    }
    (payload, sizedRest) = (bytes, rest)
  }

  init() { list = [Inner()] }
}

@Test func everyWordObeysTheLaws() { checkLaws(Everything.self, seeds: 0..<400) }

struct Counted: Syntax {
  static let structureName: StaticString = "counted"
  var rows = PackedTable<UInt64>()
  mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    let count = try c.count("entry_count", rows.count, bits: 32)
    try c.table("entry", &rows, count: count)
  }
}

struct Endless: Syntax {
  static let structureName: StaticString = "endless"
  var values: [UInt8] = []
  var isTerminated = true
  mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    var terminated = isTerminated
    try c.listUntil(0, &values, isTerminated: &terminated, 1) { (c, value, _) throws(SyntaxError) in
      try c.u("value", &value, bits: 8)
    }
    isTerminated = terminated
  }
}

@Test func listsEndAtTheirTerminatorOrWithTheirRegion() throws {
  #expect(try Endless(parsing: [5, 6, 0, 9]).values == [5, 6])
  let open = try Endless(parsing: [5, 6])
  #expect(open.values == [5, 6] && !open.isTerminated)
  #expect(try open.encoded() == [5, 6])
  checkLaws(Endless.self)
}

@Test func aCountNeverReservesMemory() throws {
  // 2^32 − 1 rows of eight bytes in a file of twelve.
  #expect(throws: SyntaxError(.truncated(needed: 0xFFFF_FFFF * 64, left: 64), element: "entry", bitOffset: 32, path: ["counted"])) {
    try Counted(parsing: [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0, 0, 0, 0, 0])
  }
}

@Test func theWriterRefusesWhatContradictsItself() {
  var model = Everything()
  model.fixedLength = 2
  #expect(
    throws: SyntaxError(
      .outOfRange(.unsigned(2), lower: .unsigned(3), upper: .unsigned(1500)), element: "fixed_length", path: ["everything"])
  ) {
    try model.encoded()
  }
  model.fixedLength = 3
  model.whenFlag = 1
  #expect(throws: SyntaxError.self) { try model.encoded() }
  model.flag = true
  #expect(throws: Never.self) { try model.encoded() }
  model.whenFlag = 16
  #expect(throws: SyntaxError.self) { try model.encoded() }
  model.whenFlag = nil
  #expect(throws: SyntaxError.self) { try model.encoded() }
  model.flag = false
  model.list = []
  #expect(throws: SyntaxError.self) { try model.encoded() }
}

struct Nest: Syntax {
  static let structureName: StaticString = "nest"
  var inside: [Nest] = []
  mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    let count = try c.count("count", inside.count, bits: 8, in: 0...1)
    try c.list("nest", &inside, count: count, atLeast: 8, Nest()) { (c, nest, _) throws(SyntaxError) in try c.nested(&nest) }
  }
}

@Test func nestingIsBounded() throws {
  let deep = [UInt8](repeating: 1, count: 100_000)
  do {
    _ = try Nest(parsing: deep)
    Issue.record("read")
  } catch {
    #expect(error.reason == .overLimit("more than \(BitReader.deepest) structures inside one another"))
    #expect(error.path.count == BitReader.deepest)
  }
  #expect(Nest.trace(deep).error != nil)
  let legal = [UInt8](repeating: 1, count: BitReader.deepest - 1) + [0]
  #expect(try Nest(parsing: legal).encoded() == legal)
}
