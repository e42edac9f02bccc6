import BitstreamKit
import MP4Kit

/// Boxes as text lines.
struct Mp4Text {
  /// Column after the type, wide enough for the usual depth.
  private static let column = 24

  func box(_ box: Mp4Box, _ context: Mp4Context) throws(ByteError) {
    line(box, context)
    if context.request.isFull { try Mp4Lines(box, context).write() }
    for error in box.errors {
      context.output.spaces(2 * box.depth + 2)
      context.output.text("! ")
      context.output.string(error)
      context.output.byte(0x0A)
    }
  }

  /// Type, position, size, structure and main fields.
  private func line(_ box: Mp4Box, _ context: Mp4Context) {
    let place = box.place
    let type = place.isBox ? place.header.type.description : "-"
    context.output.spaces(2 * box.depth)
    context.output.string(type)
    context.output.spaces(max(1, Self.column - 2 * box.depth - type.utf8.count))
    context.output.number(place.offset, width: 12)
    context.output.number(place.size, width: 13)
    if place.header.userType != nil || box.name.map({ !isSame($0, ContainerBox.structureName) }) ?? true { context.output.spaces(2) }
    if let name = place.header.userType {
      context.output.string(name.description)
      context.output.spaces(1)
    }
    if let name = box.name {
      if !isSame(name, ContainerBox.structureName) { context.output.text(name) }
    } else {
      context.output.text(place.isBox ? "(unknown)" : "(not a box)")
    }
    if !context.request.isFull, !isFree(place) { Mp4Summary.write(box, context.fields, &context.output) }
    context.output.byte(0x0A)
  }
}

/// Every field and row on its own line.
private final class Mp4Lines: Mp4RowConsumer {
  private let box: Mp4Box
  private let context: Mp4Context
  private var table: StaticString = ""
  private var failure: ByteError?

  init(_ box: Mp4Box, _ context: Mp4Context) {
    self.box = box
    self.context = context
  }

  func write() throws(ByteError) {
    if box.isBytes {
      if isMedia(box.place) || box.fields.isEmpty { return }
      return try bytes("bytes", 0..<box.fields.length, 0)
    }
    try lines(context.fields, 0..<context.fields.items.count, 0)
    if context.fields.isCut { note("further elements omitted") }
  }

  private func indent(_ depth: Int) { context.output.spaces(2 * (box.depth + depth) + 4) }

  private func note(_ text: StaticString) {
    indent(0)
    context.output.text(text)
    context.output.byte(0x0A)
  }

  private func lines(_ fields: Mp4Fields, _ range: Range<Int>, _ depth: Int) throws(ByteError) {
    var item = range.lowerBound
    while item < range.upperBound {
      let next = fields.next(after: item)
      switch fields.items[item] {
      case .structure(let name, _):
        indent(depth)
        context.output.text(name)
        context.output.byte(0x0A)
        try lines(fields, item + 1..<next, depth + 1)
      case .element(let element): try line(element, depth)
      }
      item = next
    }
  }

  /// The elements of a sample group description.
  private func lines(_ description: Mp4Fields, _ name: StaticString, _ depth: Int) throws(ByteError) {
    indent(depth)
    context.output.text(name)
    context.output.byte(0x0A)
    try lines(description, 0..<description.items.count, depth + 1)
  }

  private func line(_ element: TraceElement, _ depth: Int) throws(ByteError) {
    switch element.value {
    case .bytes:
      if let description = try context.description(element, in: box) { return try lines(description, element.name, depth) }
      if let range = box.bytes(of: element) { return try bytes(element.name, range, depth) }
    case .rows(let count):
      table = element.name
      let isEmpty = count == 0 || element.bitLength == 0 && box.bytes.count * 8 > element.bitOffset
      if !isEmpty {
        try context.rows(of: element, in: box, to: self)
        if let failure { throw failure }
        return
      }
    default: break
    }
    indent(depth)
    context.output.name(element)
    context.output.text(" = ")
    context.output.value(element)
    context.output.byte(0x0A)
  }

  /// Bytes in lines of 32.
  private func bytes(_ name: StaticString, _ range: Range<UInt64>, _ depth: Int) throws(ByteError) {
    let place = box.fields.lowerBound + range.lowerBound..<box.fields.lowerBound + range.upperBound
    let shown = context.shown(place, box)
    indent(depth)
    context.output.text(name)
    context.output.text(" = ")
    if place.length > 32 {
      context.output.number(place.length)
      context.output.text(" bytes")
    }
    var column = place.length > 32 ? 32 : 0
    try context.pieces(shown) { piece in
      for byte in piece {
        if column == 32 {
          context.output.byte(0x0A)
          indent(depth + 1)
          column = 0
        }
        column += 1
        context.output.hex(byte)
      }
    }
    if shown != place {
      context.output.byte(0x0A)
      indent(depth + 1)
      context.output.text("…")
    }
    context.output.byte(0x0A)
  }

  // MARK: Rows

  var isDone: Bool { context.output.failure != nil || failure != nil }

  func row(_ index: Int, _ row: Mp4Fields, isBare: Bool) {
    var (row, isBare) = (row, isBare)
    if isBare, case .element(let element)? = row.items.first {
      do throws(ByteError) {
        if let description = try context.description(element, in: box) { (row, isBare) = (description, false) }
      } catch { failure = error }
    }
    indent(0)
    context.output.text(table)
    context.output.byte(0x5B)
    context.output.number(index)
    context.output.byte(0x5D)
    context.output.text(isBare ? " = " : ":")
    for item in row.items {
      switch item {
      case .structure(let name, _):
        context.output.spaces(1)
        context.output.text(name)
      case .element(let element):
        if !isBare {
          context.output.spaces(1)
          context.output.name(element)
          context.output.byte(0x3D)
        }
        context.output.value(element)
      }
    }
    context.output.byte(0x0A)
  }
}

extension OutputBuffer {
  /// A name with its indices.
  fileprivate mutating func name(_ element: TraceElement) {
    text(element.name)
    for index in element.indices {
      byte(0x5B)
      number(index)
      byte(0x5D)
    }
  }

  /// The value of an element as text.
  mutating func value(_ element: TraceElement) {
    switch element.value {
    case .number(.unsigned(let value)): number(value)
    case .number(.signed(let value)): number(value)
    case .code(let code): string(code.description)
    case .fixedPoint, .floatingPoint: string(numberText(element.value.real ?? 0))
    case .text(let bytes):
      byte(0x22)
      string(String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self))
      byte(0x22)
    case .bytes(let bytes):
      if element.bitLength > 8 * 16 {
        number((element.bitLength + 7) / 8)
        text(" bytes")
      } else {
        for value in bytes { hex(value) }
      }
    case .rows(let count):
      number(count)
      text(count == 1 ? " row" : " rows")
    }
  }
}
