import NALKit
import RemuxKit
import BitstreamKit

/// The forms in which parameter sets are written.
public enum ParameterSetForm: String, CaseIterable, Sendable {
  /// For people.
  case table
  /// One document with every syntax element.
  case json
  /// One object a line.
  case jsonl
  /// One line for each set: its type and the NAL unit or record in hexadecimal.
  case hex
  /// One line for each set: its type and the NAL unit or record in base64 (RFC 4648 4).
  case base64
  /// One line of media type parameters for SDP: RFC 6184 8.1 for H.264, RFC 7798 7.1 for H.265.
  case sprop
}

/// Parameter sets in each output format.
struct ParamsOutput {
  let codec: VideoCodec
  let form: ParameterSetForm

  func write(_ sets: [ParamsSet], _ output: inout OutputBuffer) {
    switch form {
    case .table:
      for (place, set) in sets.enumerated() {
        if place > 0 { output.byte(0x0A) }
        table(set, &output)
      }
    case .json: document(sets, &output)
    case .jsonl:
      for set in sets {
        object(set, &output)
        output.byte(0x0A)
      }
    case .hex, .base64:
      for set in sets {
        output.string("\(set.type) ")
        if form == .hex { for byte in set.bytes { output.hex(byte) } } else { output.base64(set.bytes) }
        output.byte(0x0A)
      }
    case .sprop: mediaTypeParameters(sets, &output)
    }
  }

  private func document(_ sets: [ParamsSet], _ output: inout OutputBuffer) {
    output.byte(0x7B)
    output.field("schema_version", schemaVersion, first: true)
    output.field("codec", string: codec.rawValue)
    output.text(",\"sets\":[")
    for (place, set) in sets.enumerated() {
      output.text(place == 0 ? "\n" : ",\n")
      object(set, &output)
    }
    output.text(sets.isEmpty ? "]}\n" : "\n]}\n")
  }

  /// Writes `profile-level-id` and `sprop-parameter-sets`, or `sprop-vps`, `sprop-sps` and `sprop-pps`.
  private func mediaTypeParameters(_ sets: [ParamsSet], _ output: inout OutputBuffer) {
    let kinds: [(name: StaticString, types: [String])] =
      codec == .h264
      ? [("sprop-parameter-sets=", ["SPS", "SPSEXT", "PPS"])]
      : [("sprop-vps=", ["VPS"]), ("sprop-sps=", ["SPS"]), ("sprop-pps=", ["PPS"])]
    var hasWritten = false
    if codec == .h264, let sps = sets.first(where: { $0.type == "SPS" && $0.bytes.count > 3 }) {
      output.text("profile-level-id=")
      for byte in sps.bytes[1...3] { output.hex(byte) }
      hasWritten = true
    }
    for kind in kinds {
      let chosen = kind.types.flatMap { type in sets.filter { $0.type == type } }
      if chosen.isEmpty { continue }
      if hasWritten { output.byte(0x3B) }
      hasWritten = true
      output.text(kind.name)
      for (place, set) in chosen.enumerated() {
        if place > 0 { output.byte(0x2C) }
        output.base64(set.bytes)
      }
    }
    if hasWritten { output.byte(0x0A) }
  }
}

// MARK: - Table

extension ParamsOutput {
  private static let column = 30

  private func table(_ set: ParamsSet, _ output: inout OutputBuffer) {
    output.string("\(set.type), \(counted(set.size, "byte"))")
    if let offset = set.offset { output.string(" at \(offset), \(set.count == 1 ? "once" : "\(set.count) times")") }
    if set.isDamaged { output.text(", damaged (partial)") }
    output.byte(0x0A)
    if set.isDamaged { return elements(set, &output) }
    for item in set.summary.items {
      for (index, text) in item.value.lines.enumerated() {
        line(index == 0 ? item.key.description.spaced : "", text, &output)
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

extension OutputBuffer {
  /// Bytes in base64 with padding (RFC 4648 4).
  package mutating func base64(_ bytes: [UInt8]) {
    let digits: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    func digit(_ value: UInt32) -> UInt8 { unsafe digits.utf8Start[Int(value & 63)] }
    var place = 0
    while place < bytes.count {
      let left = bytes.count - place
      let word = UInt32(bytes[place]) << 16 | (left > 1 ? UInt32(bytes[place + 1]) << 8 : 0) | (left > 2 ? UInt32(bytes[place + 2]) : 0)
      byte(digit(word >> 18))
      byte(digit(word >> 12))
      byte(left > 1 ? digit(word >> 6) : 0x3D)
      byte(left > 2 ? digit(word) : 0x3D)
      place += 3
    }
  }
}

extension String {
  /// With spaces instead of underscores.
  fileprivate var spaced: String { String(String.UnicodeScalarView(unicodeScalars.map { $0 == "_" ? " " : $0 })) }
}
