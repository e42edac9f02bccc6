import BitstreamKit
import ProbeKit

/// Explanations as indented text.
public struct ExplainText {
  /// The number of characters of a line, if the indentation leaves room.
  private static let width = 100

  /// Creates a writer.
  public init() {}

  /// Writes what owns a byte of a file.
  /// - Parameter name: the name of the file.
  public func write(_ explanation: Explanation, name: String, to output: inout OutputBuffer) {
    output.string(name)
    output.verbatim(": byte \(explanation.offset) (0x\(String(explanation.offset, radix: 16)))")
    if let byte = explanation.byte { output.verbatim(" is 0x\(byte < 16 ? "0" : "")\(String(byte, radix: 16))") }
    output.byte(0x0A)
    for layer in explanation.layers { write(layer, &output) }
    for problem in explanation.problems {
      output.verbatim("! ")
      output.string(problem)
      output.byte(0x0A)
    }
  }

  private func write(_ layer: ExplainLayer, _ output: inout OutputBuffer) {
    let indent = 2 * min(layer.depth, 20) + 2
    output.spaces(indent)
    if layer.kind.isNamed {
      output.text(layer.kind.name)
      output.byte(0x20)
    }
    output.string(layer.name)
    if let value = layer.value {
      output.verbatim(" = ")
      output.string(value)
    }
    output.string(place(layer))
    output.byte(0x0A)
    if !layer.facts.isEmpty {
      lines(layer.facts.map { "\($0.name): \($0.value)" }.joined(separator: ", "), indent + 2, &output)
    }
    if let page = layer.page { write(page, indent + 2, &output) }
  }

  private func place(_ layer: ExplainLayer) -> String {
    if let bit = layer.bitOffset, let count = layer.bitLength, bit & 7 != 0 || count & 7 != 0 || layer.kind == .element {
      let byte = layer.offset.map { "byte \($0), " } ?? ""
      return ", \(byte)bit \(bit), \(counted(count, "bit"))"
    }
    guard let offset = layer.offset else { return "" }
    return ", " + (layer.size.map { "\(counted($0, "byte")) " } ?? "") + "at \(offset)"
  }

  /// Writes a page of the catalogue.
  public func write(_ page: CataloguePage, to output: inout OutputBuffer) {
    output.string(page.name)
    output.byte(0x0A)
    write(page, 2, &output)
  }

  private func write(_ page: CataloguePage, _ indent: Int, _ output: inout OutputBuffer) {
    lines(page.meaning, indent, &output)
    if !page.values.isEmpty { lines("values: " + page.values, indent, &output) }
    if !page.elements.isEmpty { lines("elements: " + page.elements.joined(separator: ", "), indent, &output) }
    if !page.remedy.isEmpty { lines("remedy: " + page.remedy, indent, &output) }
    if !page.clause.isEmpty { lines("clause: " + page.clause, indent, &output) }
  }

  /// Text in lines, broken at spaces.
  private func lines(_ text: String, _ indent: Int, _ output: inout OutputBuffer) {
    var column = 0
    for word in text.utf8.split(separator: 0x20) {
      if column > 0, column + word.count + 1 + indent > max(Self.width, indent + 40) {
        output.byte(0x0A)
        column = 0
      }
      if column == 0 { output.spaces(indent) } else { output.byte(0x20) }
      output.string(String(decoding: word, as: UTF8.self))
      column += word.count + (column > 0 ? 1 : 0)
    }
    if column > 0 { output.byte(0x0A) }
  }
}

/// Explanations as JSON.
public struct ExplainJSON {
  /// Creates a writer.
  public init() {}

  /// Writes what owns a byte of a file as one document.
  /// - Parameter name: the name of the file.
  public func write(_ explanation: Explanation, name: String, to output: inout OutputBuffer) {
    output.byte(0x7B)
    output.field("schema_version", schemaVersion, first: true)
    output.field("file", string: name)
    output.field("offset", explanation.offset)
    if let byte = explanation.byte { output.field("byte", byte) }
    output.array("layers", explanation.layers) { (output, layer) in
      output.byte(0x0A)
      write(layer, &output)
    }
    output.array("problems", explanation.problems) { (output, problem) in output.quoted(problem) }
    output.text("}\n")
  }

  /// Writes pages of the catalogue as one document.
  public func write(_ pages: [CataloguePage], to output: inout OutputBuffer) {
    output.byte(0x7B)
    output.field("schema_version", schemaVersion, first: true)
    output.array("pages", pages) { (output, page) in
      output.byte(0x0A)
      write(page, &output)
    }
    output.text("}\n")
  }

  private func write(_ layer: ExplainLayer, _ output: inout OutputBuffer) {
    output.byte(0x7B)
    output.field("kind", layer.kind.name, first: true)
    output.field("name", string: layer.name)
    output.field("depth", layer.depth)
    if let offset = layer.offset { output.field("offset", offset) }
    if let size = layer.size { output.field("size", size) }
    if let bit = layer.bitOffset { output.field("bit_offset", bit) }
    if let count = layer.bitLength { output.field("bit_length", count) }
    switch layer.number {
    case .unsigned(let number): output.field("value", number)
    case .signed(let number): output.field("value", number)
    case nil:
      if let real = layer.real, real.isFinite {
        output.key("value")
        output.double(real)
      } else if let value = layer.value {
        output.field("value", string: value)
      }
    }
    for fact in layer.facts {
      switch fact.scalar {
      case .number(let value): output.field(fact.name, value)
      case .flag(let value): output.field(fact.name, value)
      case .time(let value, let seconds, let name):
        output.field(fact.name, value)
        output.key(name)
        output.double(seconds)
      case nil: output.field(fact.name, string: fact.value)
      }
    }
    if let page = layer.page {
      output.key("page")
      write(page, &output)
    }
    output.byte(0x7D)
  }

  private func write(_ page: CataloguePage, _ output: inout OutputBuffer) {
    output.byte(0x7B)
    output.field("name", string: page.name, first: true)
    output.field("clause", string: page.clause)
    output.field("meaning", string: page.meaning)
    output.field("values", string: page.values)
    if !page.remedy.isEmpty { output.field("remedy", string: page.remedy) }
    if !page.elements.isEmpty { output.array("elements", page.elements) { (output, element) in output.quoted(element) } }
    output.byte(0x7D)
  }
}
