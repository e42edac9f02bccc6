import BitstreamKit

/// Writes the elements of units as text lines or as JSON Lines.
///
/// Holds a pointer to the buffer because the buffer is not copyable and an exclusivity check per element takes an eighth of the time.
@safe final class TraceOutput: TraceSink {
  private let output: UnsafeMutablePointer<OutputBuffer>
  private let isText: Bool
  /// The number of the unit whose elements follow.
  var unit: UInt64 = 0
  private var depth = 0
  private var place = NearNumber()
  /// Names of the enclosing structures, if rows include them.
  private var structures: [StaticString] = []

  /// - Parameter output: the buffer, which must outlive this object.
  init(_ output: UnsafeMutablePointer<OutputBuffer>, isText: Bool) {
    unsafe self.output = unsafe output
    self.isText = isText
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
      unsafe Self.line(element, depth, &place, &output.pointee)
    } else {
      unsafe Self.object(element, structures.last ?? "", unit, &output.pointee)
    }
  }

  // MARK: Lines

  /// Bit, byte, width, bits in a column of 16, then the indented name and the value.
  private static func line(
    _ element: borrowing TraceElement, _ depth: Int, _ place: inout NearNumber, _ output: inout OutputBuffer
  ) {
    output.row { row in
      row.number(UInt64(truncatingIfNeeded: element.bitOffset), width: 7)
      // A number wider than its column shifts the rest of the line; a space always separates it from the previous one.
      row.byte(0x20)
      row.number(element.byteOffset ?? 0, width: 10, after: &place)
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
        row.hex(bytes.prefix(16))
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
  /// Two digits for each byte.
  fileprivate mutating func hex(_ bytes: ArraySlice<UInt8>) {
    var at = bytes.startIndex
    while at &+ 4 <= bytes.endIndex {
      hex(
        UInt32(bytes[at]) | UInt32(bytes[at &+ 1]) &<< 8 | UInt32(bytes[at &+ 2]) &<< 16 | UInt32(bytes[at &+ 3]) &<< 24)
      at &+= 4
    }
    while at < bytes.endIndex {
      hex(bytes[at])
      at &+= 1
    }
  }

  /// An index in brackets.
  fileprivate mutating func index(_ value: Int) {
    byte(0x5B)
    number(UInt64(truncatingIfNeeded: value))
    byte(0x5D)
  }
}
