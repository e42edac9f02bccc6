import BitstreamKit

/// Writes the elements of one unit as text lines or as JSON Lines.
///
/// Holds a pointer to the buffer because the buffer is not copyable and an exclusivity check per element takes an eighth of the time.
@safe final class TraceOutput: TraceSink {
  private let output: UnsafeMutablePointer<OutputBuffer>
  private let isText: Bool
  private let unit: UInt64
  private var depth = 0
  /// Names of the enclosing structures, if rows include them.
  private var structures: [StaticString] = []

  /// - Parameter output: the buffer, which must outlive this object.
  init(_ output: UnsafeMutablePointer<OutputBuffer>, isText: Bool, unit: UInt64) {
    unsafe self.output = unsafe output
    self.isText = isText
    self.unit = unit
  }

  override func begin(_ structure: StaticString, bitOffset: Int) {
    depth &+= 1
    if isText { unsafe Self.heading(structure, depth, &output.pointee) } else { structures.append(structure) }
  }

  private static func heading(_ structure: StaticString, _ depth: Int, _ output: inout OutputBuffer) {
    output.row { row in
      row.spaces(2 * depth + 38)
      row.text(structure)
      row.byte(0x0A)
    }
  }

  override func end() {
    depth &-= 1
    if !isText { structures.removeLast() }
  }

  override func element(_ element: TraceElement) {
    if isText {
      unsafe Self.line(element, depth, &output.pointee)
    } else {
      unsafe Self.object(element, structures.last ?? "", unit, &output.pointee)
    }
  }

  // MARK: Lines

  /// Bit, byte, width, bits in a column of 16, then the indented name and the value.
  private static func line(_ element: borrowing TraceElement, _ depth: Int, _ output: inout OutputBuffer) {
    output.row { row in
      row.number(UInt64(truncatingIfNeeded: element.bitOffset), width: 7)
      // A number wider than its column shifts the rest of the line; a space always separates it from the previous one.
      row.byte(0x20)
      row.number(element.byteOffset ?? 0, width: 10)
      row.byte(0x20)
      row.number(UInt64(truncatingIfNeeded: element.bitLength), width: 4)
      row.byte(0x20)
      row.bits(element.bits, count: element.bitLength)
      row.spaces(2 * depth)
      row.text(element.name)
      if element.i >= 0 { row.index(element.i) }
      if element.j >= 0 {
        row.index(element.j)
      } else if element.j < -1 {
        for index in ElementIndex.unpacking(element.j) { row.index(index) }
      }
      row.byte(0x20)
      row.byte(0x3D)
      row.byte(0x20)
      switch element.value {
      case .number(.unsigned(let value)): row.number(value)
      case .number(.signed(let value)): row.number(value)
      case .bytes(let bytes):
        for byte in bytes.prefix(16) { row.hex(byte) }
        if element.bitLength > 8 * min(16, bytes.count) { for byte in [0xE2, 0x80, 0xA6] as [UInt8] { row.byte(byte) } }
      case .code, .fixedPoint, .floatingPoint, .text, .rows: break  // does not occur in streams
      }
      row.byte(0x0A)
    }
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
      if element.j != -1 {
        for index in ElementIndex.unpacking(element.j) {
          output.byte(0x2C)
          output.number(index)
        }
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
    case .code, .fixedPoint, .floatingPoint, .text, .rows: output.text("null")  // does not occur in streams
    }
    output.text("}\n")
  }
}

extension OutputRow {
  /// An index in brackets.
  fileprivate mutating func index(_ value: Int) {
    byte(0x5B)
    number(UInt64(truncatingIfNeeded: value))
    byte(0x5D)
  }
}
