import BitstreamKit

/// Elements as lines for people or as JSON objects, one a line.
final class TraceOutput: TraceSink {
  var output = OutputBuffer()
  private let isText: Bool
  private var unit: UInt64 = 0
  private var structures: [StaticString] = []

  init(isText: Bool) { self.isText = isText }

  /// A unit begins.
  func begin(_ index: UInt64, _ name: StaticString, _ place: AnnexBUnitCollector.Unit) {
    unit = index
    structures.removeAll(keepingCapacity: true)
    guard isText else { return }
    if index > 0 { output.byte(0x0A) }
    output.text("unit ")
    output.number(index)
    output.text(": ")
    output.text(name)
    output.text(", ")
    output.number(place.position.length)
    output.text(" bytes at ")
    output.number(place.position.offset)
    if place.isCut {
      output.text(", the first ")
      output.number(place.range.count)
      output.text(" of them")
    }
    output.byte(0x0A)
  }

  func begin(_ structure: StaticString, bitOffset: Int) {
    structures.append(structure)
    if isText { Self.heading(structure, structures.count, &output) }
  }

  private static func heading(_ structure: StaticString, _ depth: Int, _ output: inout OutputBuffer) {
    output.spaces(2 * depth + 38)
    output.text(structure)
    output.byte(0x0A)
  }

  func end() { structures.removeLast() }

  func element(_ element: TraceElement) {
    // One access to the output for all of it: each costs a check.
    if isText { Self.line(element, structures.count, &output) } else { Self.object(element, structures.last ?? "", unit, &output) }
  }

  /// What is wrong with the unit.
  func fault(_ error: SyntaxError) {
    if isText {
      output.text("  ! ")
      output.string(error.description)
    } else {
      output.byte(0x7B)
      output.field("unit", unit, first: true)
      output.field("error", string: error.description)
      if let bit = error.bitOffset { output.field("bit_offset", bit) }
      if let byte = error.byteOffset { output.field("byte_offset", byte) }
      output.byte(0x7D)
    }
    output.byte(0x0A)
  }

  // MARK: Lines

  /// bit, byte, width, bits in a column of 16, then the name in its depth and the value.
  private static func line(_ element: TraceElement, _ depth: Int, _ output: inout OutputBuffer) {
    output.number(UInt64(element.bitOffset), width: 7)
    output.number(element.byteOffset ?? 0, width: 11)
    output.number(UInt64(element.bitLength), width: 5)
    output.spaces(1)
    let shown = min(element.bitLength, 16)
    var bits = element.bits
    for place in 0..<shown {
      output.byte(place == 15 && element.bitLength > 16 ? 0x2B : 0x30 + UInt8(truncatingIfNeeded: bits >> 63))
      bits <<= 1
    }
    output.spaces(16 - shown + 2 * depth)
    output.text(element.name)
    for index in [element.i, element.j] where index >= 0 {
      output.byte(0x5B)
      output.number(index)
      output.byte(0x5D)
    }
    output.text(" = ")
    switch element.value {
    case .number(.unsigned(let value)): output.number(value)
    case .number(.signed(let value)): output.number(value)
    case .bytes(let bytes):
      for byte in bytes.prefix(16) { output.hex(byte) }
      if element.bitLength > 8 * min(16, bytes.count) { output.text("…") }
    case .code, .fixedPoint, .text, .rows: break  // no structure of a stream has them
    }
    output.byte(0x0A)
  }

  private static func object(
    _ element: TraceElement, _ structure: StaticString, _ unit: UInt64, _ output: inout OutputBuffer
  ) {
    output.byte(0x7B)
    output.field("unit", unit, first: true)
    output.field("structure", structure)
    output.field("name", element.name)
    if element.i >= 0 {
      output.key("index")
      output.byte(0x5B)
      output.number(element.i)
      if element.j >= 0 {
        output.byte(0x2C)
        output.number(element.j)
      }
      output.byte(0x5D)
    }
    output.field("bit_offset", element.bitOffset)
    if let byte = element.byteOffset { output.field("byte_offset", byte) }
    output.field("bit_length", element.bitLength)
    output.key("value")
    switch element.value {
    case .number(.unsigned(let value)): output.number(value)
    case .number(.signed(let value)): output.number(value)
    case .bytes(let bytes): output.quotedHex(bytes)
    case .code, .fixedPoint, .text, .rows: output.text("null")  // no structure of a stream has them
    }
    output.text("}\n")
  }
}
