/// Writes a `[streams.stream.0]` header per section and one line per key.
final class INIProbeWriter: ProbeWriter {
  private let isHierarchical: Bool

  init(isHierarchical: Bool = true) {
    self.isHierarchical = isHierarchical
  }

  override var showsUnknown: Bool { true }
  override var mixesPacketsAndFrames: Bool { true }

  override func begin(_ levels: inout [ProbeLevel], _ output: inout OutputBuffer) {
    let last = levels.count - 1
    if last == 0 { return output.text("# ffprobe output\n\n") }
    let (section, around) = (levels[last].section, levels[last - 1])
    if around.count > 0 { output.byte(0x0A) }
    levels[last].prefix = around.prefix
    if isHierarchical || section.isRecord {
      levels[last].prefix += (around.prefix.isEmpty ? "" : ".") + "\(section.name)"
      if around.section.isList { levels[last].prefix += ".\(around.number(of: section))" }
    }
    if section.isRecord { output.verbatim("[\(levels[last].prefix)]\n") }
  }

  override func end(_ levels: inout [ProbeLevel], _ output: inout OutputBuffer) {}

  override func number(_ key: StaticString, _ value: Int64, _ levels: [ProbeLevel], _ output: inout OutputBuffer) {
    output.text(key)
    output.byte(0x3D)
    output.number(value)
    output.byte(0x0A)
  }

  override func text(_ key: StaticString, _ value: String, _ levels: [ProbeLevel], _ output: inout OutputBuffer) {
    output.text(key)
    output.byte(0x3D)
    escaped(value, &output)
    output.byte(0x0A)
  }

  override func text(key: String, _ value: String, _ levels: [ProbeLevel], _ output: inout OutputBuffer) {
    escaped(key, &output)
    output.byte(0x3D)
    escaped(value, &output)
    output.byte(0x0A)
  }

  private func escaped(_ value: String, _ output: inout OutputBuffer) {
    for scalar in value.unicodeScalars {
      switch scalar.value {
      case 0x08: output.text("\\b")
      case 0x0C: output.text("\\f")
      case 0x5C, 0x23, 0x3D, 0x3A:
        output.byte(0x5C)
        output.scalar(scalar)
      case 0x09: output.text("\\t")
      case 0x0A: output.text("\\n")
      case 0x0D: output.text("\\r")
      case 0..<0x20:
        output.text("\\x00")
        output.hex(UInt8(truncatingIfNeeded: scalar.value))
      default: output.scalar(scalar)
      }
    }
  }
}
