import RemuxKit
import BitstreamKit

/// Parameter sets in each output format.
struct ParamsOutput {
  let codec: VideoCodec
  let format: Format

  func write(_ sets: [ParamsSet], _ output: inout OutputBuffer) {
    if format == .json {
      output.byte(0x7B)
      output.field("schema_version", schemaVersion, first: true)
      output.field("codec", string: codec.rawValue)
      output.text(",\"sets\":[")
    }
    for (place, set) in sets.enumerated() {
      switch format {
      case .table:
        if place > 0 { output.byte(0x0A) }
        table(set, &output)
      case .json, .jsonl, .csv:
        if format == .json { output.text(place == 0 ? "\n" : ",\n") }
        object(set, &output)
        if format == .jsonl { output.byte(0x0A) }
      }
    }
    if format == .json { output.text(sets.isEmpty ? "]}\n" : "\n]}\n") }
  }
}

// MARK: - Table

extension ParamsOutput {
  private static let column = 30

  private func table(_ set: ParamsSet, _ output: inout OutputBuffer) {
    output.string("\(set.type), \(set.size) byte\(set.size == 1 ? "" : "s")")
    if let offset = set.offset { output.string(" at \(offset), \(set.count == 1 ? "once" : "\(set.count) times")") }
    if set.isDamaged { output.text(", damaged (partial)") }
    output.byte(0x0A)
    if set.isDamaged { return elements(set, &output) }
    for item in set.summary.items {
      for (index, text) in item.value.lines.enumerated() {
        line(index == 0 ? item.key.description.replacing("_", with: " ") : "", text, &output)
      }
    }
  }

  private func elements(_ set: ParamsSet, _ output: inout OutputBuffer) {
    set.elements.forEach { key, value in
      switch value {
      case .number(let number): line(key, number.description, &output)
      case .bits(let offset, let count): line(key, bitsText(set.payload, offset, count), &output)
      }
    }
  }

  private func line(_ name: String, _ text: String, _ output: inout OutputBuffer) {
    output.spaces(2)
    output.string(name)
    output.spaces(max(2, Self.column - name.utf8.count))
    output.string(text)
    output.byte(0x0A)
  }
}

// MARK: - JSON

extension ParamsOutput {
  private func object(_ set: ParamsSet, _ output: inout OutputBuffer) {
    output.byte(0x7B)
    output.key("type", first: true)
    output.quoted(set.type)
    if let offset = set.offset { output.field("offset", offset) } else { output.fieldNull("offset") }
    output.field("size", set.size)
    output.field("count", set.count)
    if !set.errors.isEmpty { output.array("errors", set.errors) { $0.quoted($1) } }
    output.object("summary") { $0.summary(set.summary) }
    output.key("elements")
    output.byte(0x7B)
    var isFirst = true
    set.elements.forEach { key, value in
      if !isFirst { output.byte(0x2C) }
      isFirst = false
      output.quoted(key)
      output.byte(0x3A)
      switch value {
      case .number(.unsigned(let number)): output.number(number)
      case .number(.signed(let number)): output.number(number)
      case .bits(let offset, let count): output.quoted(bitsText(set.payload, offset, count))
      }
    }
    output.text("}}")
  }

  /// Bits that are not a number: whole bytes as `0x67…`, otherwise `0b101…`.
  private func bitsText(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> String {
    var text = count % 8 == 0 ? "0x" : "0b"
    let width = count % 8 == 0 ? 4 : 1
    var place = offset
    while place < offset + count {
      var digit = 0
      for bit in place..<place + width where bit / 8 < bytes.count { digit = digit << 1 | Int(bytes[bit / 8] >> UInt8(7 - bit % 8) & 1) }
      text += String(digit, radix: 16)
      place += width
    }
    return text
  }
}
