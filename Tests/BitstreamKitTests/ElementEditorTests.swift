import BitstreamKit
import TestSupport
import Testing

/// A structure with everything an editor must handle: a flag with a part, a part nested in it, a count, a value that bounds another.
private struct Sample: Syntax {
  static let structureName: StaticString = "sample"

  struct Colour: Equatable, Sendable {
    var hue: UInt8 = 2
    var shade: Int8?
  }

  var level: UInt8 = 10
  var colour: Colour?
  var offsets: [Int32] = []
  var most: UInt8 = 3
  var chosen: UInt8 = 0
  var rest: BitString = .empty

  mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("level_idc", &level, bits: 8)
    try c.optional("colour_present_flag", &colour, Colour()) { (c, colour) throws(SyntaxError) in
      try c.structure("colour", &colour) { (c, colour) throws(SyntaxError) in
        try c.u("hue", &colour.hue, bits: 4, in: 0...9)
        try c.optional("shade_present_flag", &colour.shade, 1) { (c, shade) throws(SyntaxError) in try c.se("shade", &shade, in: -5...5) }
      }
    }
    let count = try c.ueCount("num_offsets", offsets.count, in: 0...8)
    try c.list("offset", &offsets, count: count, atLeast: 1, 0) { (c, offset, i) throws(SyntaxError) in try c.se("offset", &offset, at: i) }
    try c.ue("most", &most, in: 0...7, sizing: true, at: -1, -1)
    try c.ue("chosen", &chosen, in: 0...most)
    try c.rbspRest("rest", &rest)
    var trailing: [UInt8] = []
    try c.rbspTrailingBits(&trailing)
  }
}

private func edited(_ edits: [ElementEdit], _ start: Sample = Sample()) throws(SyntaxError) -> (Sample, [Bool]) {
  var value = start
  let met = try ElementEditor.apply(edits, to: &value) { (c, v) throws(SyntaxError) in try c.nested(&v) }
  return (value, met)
}

@Test func elementsTakeTheValuesAskedFor() throws {
  let (value, met) = try edited([ElementEdit("level_idc", to: 41), ElementEdit("most", to: 7), ElementEdit("chosen", to: 6)])
  #expect(value.level == 41 && value.most == 7 && value.chosen == 6)
  #expect(met == [true, true, true])
}

@Test func whatHangsOnAFlagFollowsIt() throws {
  var start = Sample()
  start.colour = .init(hue: 5, shade: -3)
  #expect(try edited([ElementEdit("colour_present_flag", to: 0)], start).0.colour == nil)
  #expect(try edited([ElementEdit("shade_present_flag", to: 0)], start).0.colour == .init(hue: 5, shade: nil))
  #expect(try edited([ElementEdit("colour_present_flag", to: 1)]).0.colour == .init())
  #expect(try edited([ElementEdit("colour_present_flag", to: 1), ElementEdit("hue", to: 7)]).0.colour == .init(hue: 7))
}

@Test func absentElementsAreMadeWithTheFewestFlags() throws {
  #expect(try edited([ElementEdit("hue", to: 7)]).0.colour == .init(hue: 7))
  #expect(try edited([ElementEdit("shade", to: -4)]).0.colour == .init(hue: 2, shade: -4))
  let (value, met) = try edited([ElementEdit("nonsense", to: 1), ElementEdit("level_idc", to: 3)])
  #expect(met == [false, true] && value.level == 3 && value.colour == nil)
}

/// A structure with as many flags as its count says.
private struct Flags: Syntax {
  static let structureName: StaticString = "flags"

  var parts: [UInt8?] = []

  mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    let count = try c.ueCount("num_parts", parts.count, in: 0...4096)
    try c.list("part", &parts, count: count, atLeast: 1, nil) { (c, part, i) throws(SyntaxError) in
      try c.optional("part_present_flag", &part, at: i, 0) { (c, part) throws(SyntaxError) in try c.u("part", &part, bits: 8) }
    }
  }
}

/// Not every combination of flags is tried where there are many.
@Test func theSearchForAnAbsentElementEnds() throws {
  var flags = Flags()
  flags.parts = [UInt8?](repeating: nil, count: 1000)
  var walks = 0
  let met = try ElementEditor.apply([ElementEdit("nonsense", to: 1)], to: &flags) { (c, v) throws(SyntaxError) in
    walks += 1
    // A walk for each combination would not end.
    if walks > 20_000 { fatalError("the search does not end") }
    try c.nested(&v)
  }
  #expect(met == [false] && flags.parts.allSatisfy { $0 == nil })
}

@Test func listsGrowAndAreCut() throws {
  var start = Sample()
  start.offsets = [4, -5, 6]
  #expect(try edited([ElementEdit("offset", indices: [1], to: 9)], start).0.offsets == [4, 9, 6])
  #expect(try edited([ElementEdit("num_offsets", to: 2)], start).0.offsets == [4, -5])
  #expect(
    try edited([ElementEdit("num_offsets", to: 5), ElementEdit("offset", indices: [4], to: 1)], start).0.offsets == [4, -5, 6, 0, 1])
  #expect(try edited([ElementEdit("offset", indices: [3], to: 9)], start).1 == [false])
  #expect(try edited([ElementEdit("offset", to: 9)], start).1 == [false])
}

@Test func aStructureNarrowsWhatIsMeant() throws {
  #expect(try edited([ElementEdit("hue", in: "colour", to: 7)]).1 == [true])
  #expect(try edited([ElementEdit("hue", in: "elsewhere", to: 7)]).1 == [false])
}

@Test(arguments: [
  (ElementEdit("level_idc", to: 256), "sample: level_idc: 256 is not in 0...255"),
  (ElementEdit("level_idc", to: -1), "sample: level_idc: -1 is not in 0...255"),
  (ElementEdit("most", to: 8), "sample: most: 8 is not in 0...7"),
  (ElementEdit("num_offsets", to: 9), "sample: num_offsets: 9 is not in 0...8"),
  (ElementEdit("colour_present_flag", to: 2), "sample: colour_present_flag: 2 is not in 0...1"),
])
func whatIsOutOfRangeIsRefused(_ edit: ElementEdit, _ message: String) {
  #expect(performing: { try edited([edit]) }, throws: { "\($0)" == message })
}

/// An edit that puts another value out of range is refused, and the model is unchanged.
@Test func otherValuesAreCheckedToo() {
  var value = Sample()
  value.chosen = 3
  let before = value
  #expect(throws: SyntaxError.self) {
    try ElementEditor.apply([ElementEdit("most", to: 1)], to: &value) { (c, v) throws(SyntaxError) in try c.nested(&v) }
  }
  #expect(value == before)
}

@Test(arguments: 0..<100 as Range<UInt64>) func aWalkWithoutEditsChangesNothing(_ seed: UInt64) throws {
  var generator = Generator(seed: seed)
  guard let model = try? generator.draw(Sample.self) else { return }
  var copy = model
  var coder = SyntaxCoder(editing: ElementEditor())
  try coder.nested(&copy)
  #expect(copy == model)
  // Neither does editing every element to the value it has.
  let same = coder.editor.elements.map { element -> ElementEdit in
    let value: Int64 =
      switch element.value {
      case .unsigned(let number): Int64(clamping: number)
      case .signed(let number): number
      }
    return ElementEdit(element.name.description, indices: element.i < 0 ? [] : [element.i], to: value)
  }
  #expect(try edited(same, model).0 == model)
}
