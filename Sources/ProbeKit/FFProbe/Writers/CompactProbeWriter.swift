/// Writes one line per section: `stream|index=0|codec_name=h264`.
final class CompactProbeWriter: ProbeWriter {
  enum Escape {
    case c, csv, none
  }

  private let separator: UInt8
  private let hasKeys: Bool
  private let hasSections: Bool
  private let escape: Escape

  init(separator: UInt8 = 0x7C, hasKeys: Bool = true, hasSections: Bool = true, escape: Escape = .c) {
    self.separator = separator
    self.hasKeys = hasKeys
    self.hasSections = hasSections
    self.escape = escape
  }

  override var showsUnknown: Bool { true }
  override var mixesPacketsAndFrames: Bool { false }

  override func begin(_ levels: inout [ProbeLevel], _ output: inout OutputBuffer) {
    let last = levels.count - 1
    let section = levels[last].section
    let isInRecord = last > 0 && levels[last - 1].section.isRecord
    if isInRecord, !section.isList {
      levels[last].isNested = true
      levels[last - 1].hasNested = true
      levels[last].prefix = levels[last - 1].prefix + "\(section.elementName):"
      levels[last].count = levels[last - 1].count
      return
    }
    if last > 0, levels[last - 1].hasNested, section.isList { levels[last - 1].endsLine = false }
    if isInRecord, levels[last - 1].count > 0 { output.byte(separator) }
    if hasSections, section.isRecord {
      output.text(section.name)
      output.byte(separator)
    }
  }

  override func end(_ levels: inout [ProbeLevel], _ output: inout OutputBuffer) {
    let level = levels[levels.count - 1]
    if !level.isNested, level.endsLine, level.section.isRecord { output.byte(0x0A) }
  }

  private func head(_ levels: [ProbeLevel], _ output: inout OutputBuffer) {
    if levels[levels.count - 1].count > 0 { output.byte(separator) }
    if hasKeys { output.string(levels[levels.count - 1].prefix) }
  }

  private func key(_ key: StaticString, _ levels: [ProbeLevel], _ output: inout OutputBuffer) {
    head(levels, &output)
    if !hasKeys { return }
    output.text(key)
    output.byte(0x3D)
  }

  override func number(_ key: StaticString, _ value: Int64, _ levels: [ProbeLevel], _ output: inout OutputBuffer) {
    self.key(key, levels, &output)
    output.number(value)
  }

  override func text(_ key: StaticString, _ value: String, _ levels: [ProbeLevel], _ output: inout OutputBuffer) {
    self.key(key, levels, &output)
    escaped(value, &output)
  }

  override func lines(_ key: StaticString, _ value: String, _ levels: [ProbeLevel], _ output: inout OutputBuffer) {
    if escape == .c { return text(key, value, levels, &output) }
    self.key(key, levels, &output)
    if escape == .csv { output.quotedField { $0.verbatim(value) } } else { output.verbatim(value) }
  }

  override func text(key: String, _ value: String, _ levels: [ProbeLevel], _ output: inout OutputBuffer) {
    head(levels, &output)
    if hasKeys { output.string(key + "=") }
    escaped(value, &output)
  }

  private func escaped(_ value: String, _ output: inout OutputBuffer) {
    switch escape {
    case .none: output.string(value)
    case .c:
      for scalar in value.unicodeScalars {
        switch scalar.value {
        case 0x08: output.text("\\b")
        case 0x0A: output.text("\\n")
        case 0x0D: output.text("\\r")
        case 0x0C: output.text("\\f")
        case 0x5C: output.text("\\\\")
        default:
          if scalar.value == UInt32(separator) { output.byte(0x5C) }
          output.scalar(scalar)
        }
      }
    case .csv:
      if value.utf8.contains(where: { $0 == separator || $0 == 0x22 || $0 == 0x0A || $0 == 0x0D }) {
        output.quotedField { $0.string(value) }
      } else {
        output.string(value)
      }
    }
  }
}
