/// Writes one line per key: `streams.stream.0.codec_name="h264"`.
final class FlatProbeWriter: ProbeWriter {
  private let separator: String
  private let isHierarchical: Bool

  init(separator: String = ".", isHierarchical: Bool = true) {
    self.separator = separator
    self.isHierarchical = isHierarchical
  }

  override var showsUnknown: Bool { true }
  override var mixesPacketsAndFrames: Bool { true }

  override func begin(_ levels: inout [ProbeLevel], _ output: inout OutputBuffer) {
    let last = levels.count - 1
    if last == 0 { return }
    let (section, around) = (levels[last].section, levels[last - 1])
    levels[last].prefix = around.prefix
    if isHierarchical || section.isRecord {
      levels[last].prefix += "\(section.name)" + separator
      if around.section.isList { levels[last].prefix += "\(around.number(of: section))" + separator }
    }
  }

  override func end(_ levels: inout [ProbeLevel], _ output: inout OutputBuffer) {}

  override func number(_ key: StaticString, _ value: Int64, _ levels: [ProbeLevel], _ output: inout OutputBuffer) {
    output.string(levels[levels.count - 1].prefix)
    output.text(key)
    output.byte(0x3D)
    output.number(value)
    output.byte(0x0A)
  }

  override func text(_ key: StaticString, _ value: String, _ levels: [ProbeLevel], _ output: inout OutputBuffer) {
    output.string(levels[levels.count - 1].prefix)
    output.text(key)
    quoted(value, &output)
  }

  override func text(key: String, _ value: String, _ levels: [ProbeLevel], _ output: inout OutputBuffer) {
    output.string(levels[levels.count - 1].prefix)
    for unit in key.utf8 {
      switch unit {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F: output.byte(unit)
      default: output.byte(0x5F)
      }
    }
    quoted(value, &output)
  }

  private func quoted(_ value: String, _ output: inout OutputBuffer) {
    output.text("=\"")
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\\", "\"", "`", "$": output.byte(0x5C)
      case "\n": output.text("\\n")
      case "\r": output.text("\\r")
      default: break
      }
      if scalar != "\n", scalar != "\r" { output.scalar(scalar) }
    }
    output.text("\"\n")
  }
}

extension ProbeLevel {
  /// Index of the next section in a list. In a mixed list packets have a count of their own.
  func number(of section: ProbeSection) -> Int {
    if self.section != .packetsAndFrames { return count }
    return section == .packet ? packetCount : count - packetCount
  }
}
