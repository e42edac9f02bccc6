import BitstreamKit
import MP4Kit

/// Boxes as JSON: one document, or one object per line.
struct Mp4JSON {
  /// Depths of the boxes whose children are being written.
  private var open: [Int] = []
  private var isFirst = true

  mutating func begin(_ output: inout OutputBuffer) {
    output.byte(0x7B)
    output.field("schema_version", schemaVersion, first: true)
    output.text(",\"boxes\":[")
  }

  mutating func end(_ output: inout OutputBuffer) {
    close(to: 0, &output)
    output.text(isFirst ? "]}\n" : "\n]}\n")
  }

  private mutating func close(to depth: Int, _ output: inout OutputBuffer) {
    while let last = open.last, last >= depth {
      output.text("]}")
      open.removeLast()
      isFirst = false
    }
  }

  /// Writes a box, left open if child boxes follow.
  /// - Throws: if the file cannot be read; the document is well-formed, with what could be read.
  mutating func box(_ box: Mp4Box, goesOn: Bool, _ context: Mp4Context) throws(ByteError) {
    close(to: box.depth, &context.output)
    context.output.text(isFirst ? "\n" : ",\n")
    context.output.byte(0x7B)
    let failure = head(box, context, first: true)
    context.output.text(",\"children\":[")
    if goesOn { open.append(box.depth) } else { context.output.text("]}") }
    isFirst = goesOn
    if let failure { throw failure }
  }

  /// Writes a box without its children.
  func line(_ box: Mp4Box, _ context: Mp4Context) throws(ByteError) {
    context.output.byte(0x7B)
    context.output.key("path", first: true)
    context.output.quoted(box.place.isBox ? box.path.map { $0.description }.joined(separator: "/") : "")
    context.output.field("depth", box.place.depth)
    let failure = head(box, context, first: false)
    context.output.text("}\n")
    if let failure { throw failure }
  }

  /// Writes everything but the children.
  /// - Returns: the error of a read that ended the fields early.
  private func head(_ box: Mp4Box, _ context: Mp4Context, first: Bool) -> ByteError? {
    let place = box.place
    if place.isBox {
      context.output.field("type", string: place.header.type.description, first: first)
      if let name = place.header.userType { context.output.field("uuid", string: name.description) }
    } else {
      context.output.fieldNull("type", first: first)
    }
    if let name = box.name { context.output.field("name", name) } else { context.output.fieldNull("name") }
    context.output.field("offset", place.offset)
    context.output.field("size", place.size)
    context.output.field("header_size", place.payloadOffset - place.offset)
    context.output.key("fields")
    let failure = fields(box, context)
    if context.fields.isCut { context.output.field("fields_cut", true) }
    if !box.errors.isEmpty { context.output.array("errors", box.errors) { $0.quoted($1) } }
    return failure
  }

  private func fields(_ box: Mp4Box, _ context: Mp4Context) -> ByteError? {
    guard box.isBytes else {
      let object = Mp4Object(box, context)
      object.write(context.fields)
      return object.failure
    }
    var failure: ByteError?
    context.output.byte(0x7B)
    if context.request.isFull, !isMedia(box.place), !box.fields.isEmpty {
      let shown = context.shown(box.fields, box)
      context.output.key("bytes", first: true)
      failure = hex(shown, context)
      if shown != box.fields { context.output.field("byte_count", box.fields.length) }
    }
    context.output.byte(0x7D)
    return failure
  }
}

/// Writes a range of the file as a string of hexadecimal digits.
/// - Returns: the error of a read that ended the string early.
private func hex(_ range: Range<UInt64>, _ context: Mp4Context) -> ByteError? {
  var failure: ByteError?
  context.output.byte(0x22)
  do throws(ByteError) { try context.pieces(range) { piece in for byte in piece { context.output.hex(byte) } } } catch { failure = error }
  context.output.byte(0x22)
  return failure
}

/// Elements as a JSON object. Indexed and repeated elements are arrays.
///
/// After a read error the object is completed without what could not be read.
private final class Mp4Object: Mp4RowConsumer {
  private let box: Mp4Box
  private let context: Mp4Context
  /// Whether the elements of a row have distinct names, determined from the first row; nil before it.
  private var isPlain: Bool?
  /// The first error of a read.
  private(set) var failure: ByteError?

  init(_ box: Mp4Box, _ context: Mp4Context) {
    self.box = box
    self.context = context
  }

  func write(_ fields: Mp4Fields) { object(fields, 0..<fields.items.count) }

  /// The reader bounds the nesting of structures, and so this recursion.
  private func object(_ fields: Mp4Fields, _ range: Range<Int>) {
    let groups = groups(fields, range)
    context.output.byte(0x7B)
    for (number, group) in groups.enumerated() {
      context.output.key(fields.name(group[0]), first: number == 0)
      var isArray = group.count > 1
      if case .element(let element) = fields.items[group[0]], element.i >= 0 { isArray = true }
      if isArray { context.output.byte(0x5B) }
      for (position, item) in group.enumerated() {
        if position > 0 { context.output.byte(0x2C) }
        switch fields.items[item] {
        case .structure: object(fields, item + 1..<fields.next(after: item))
        case .element(let element): value(element)
        }
      }
      if isArray { context.output.byte(0x5D) }
    }
    context.output.byte(0x7D)
  }

  /// Groups items by name, in order of first occurrence.
  private func groups(_ fields: Mp4Fields, _ range: Range<Int>) -> [[Int]] {
    var groups: [[Int]] = []
    var index: [String: Int] = [:]
    var item = range.lowerBound
    while item < range.upperBound {
      let name = fields.name(item).description
      if let known = index[name] {
        groups[known].append(item)
      } else {
        index[name] = groups.count
        groups.append([item])
      }
      item = fields.next(after: item)
    }
    return groups
  }

  private func value(_ element: TraceElement) {
    switch element.value {
    case .number(.unsigned(let number)): context.output.number(number)
    case .number(.signed(let number)): context.output.number(number)
    case .code(let code): context.output.quoted(code.description)
    case .fixedPoint, .floatingPoint: context.output.double(element.value.real ?? 0)
    case .text(let bytes):
      // Fixed-size strings are padded with zeros.
      let count = bytes.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
      context.output.quoted(String(decoding: bytes.prefix(count), as: UTF8.self))
    case .bytes(let start): bytes(element, start)
    case .rows(let count): table(element, count)
    }
  }

  private func bytes(_ element: TraceElement, _ start: [UInt8]) {
    do throws(ByteError) {
      if let description = try context.description(element, in: box) { return write(description) }
    } catch { failure = failure ?? error }
    guard let range = box.bytes(of: element) else { return context.output.quotedHex(start) }
    let place = box.fields.lowerBound + range.lowerBound..<box.fields.lowerBound + range.upperBound
    let shown = context.request.isFull ? context.shown(place, box) : place
    if !context.request.isFull, place.length > UInt64(start.count) || shown != place {
      return context.output.objectWith("byte_count", place.length)
    }
    if shown == place, place.length <= UInt64(start.count) { return context.output.quotedHex(start) }
    if let error = hex(shown, context) { failure = failure ?? error }
  }

  private func table(_ element: TraceElement, _ count: Int) {
    // Rows without bytes are only counted.
    if !context.request.isFull || count > 0 && element.bitLength == 0 && box.bytes.count * 8 > element.bitOffset {
      return context.output.objectWith("count", count)
    }
    context.output.byte(0x5B)
    if count > 0, failure == nil {
      do throws(ByteError) { try context.rows(of: element, in: box, to: self) } catch { failure = failure ?? error }
    }
    context.output.byte(0x5D)
    isPlain = nil
  }

  // MARK: Rows

  var isDone: Bool { context.output.failure != nil || failure != nil }

  func row(_ index: Int, _ row: Mp4Fields, isBare: Bool) {
    if index > 0 { context.output.byte(0x2C) }
    // A line of JSON lines has no line breaks.
    if context.request.form == .json { context.output.byte(0x0A) }
    if isBare {
      if case .element(let element)? = row.items.first { value(element) }
      return
    }
    let plain = isPlain ?? groups(row, 0..<row.items.count).allSatisfy { $0.count == 1 }
    isPlain = plain
    if plain { plainRow(row) } else { object(row, 0..<row.items.count) }
  }

  /// A row whose elements have distinct names.
  private func plainRow(_ row: Mp4Fields) {
    context.output.byte(0x7B)
    var item = 0
    while item < row.items.count {
      context.output.key(row.name(item), first: item == 0)
      switch row.items[item] {
      case .structure: object(row, item + 1..<row.next(after: item))
      case .element(let element): value(element)
      }
      item = row.next(after: item)
    }
    context.output.byte(0x7D)
  }
}

extension OutputBuffer {
  /// An object with one number.
  fileprivate mutating func objectWith<T: FixedWidthInteger>(_ name: StaticString, _ value: T) {
    byte(0x7B)
    field(name, value, first: true)
    byte(0x7D)
  }
}
