/// Writes one XML document with an attribute per key.
final class XMLProbeWriter: ProbeWriter {
  private var depth = 0
  private var isInTag = false

  /// Whether the root has the prefix of the namespace of ffprobe's schema.
  private let isQualified: Bool

  init(isQualified: Bool = false) { self.isQualified = isQualified }

  override var showsUnknown: Bool { false }
  override var mixesPacketsAndFrames: Bool { true }

  private func indent(_ output: inout OutputBuffer) { output.spaces(4 * depth) }

  private static let qualifiedRoot: StaticString =
    """
    <ffprobe:ffprobe xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:ffprobe="http://www.ffmpeg.org/schema/ffprobe" \
    xsi:schemaLocation="http://www.ffmpeg.org/schema/ffprobe ffprobe.xsd">

    """

  override func begin(_ levels: inout [ProbeLevel], _ output: inout OutputBuffer) {
    let last = levels.count - 1
    let section = levels[last].section
    if last == 0 {
      output.text("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
      return output.text(isQualified ? Self.qualifiedRoot : "<ffprobe>\n")
    }
    if isInTag {
      isInTag = false
      output.text(">\n")
    }
    depth += 1
    if section.hasVariableKeys { return }
    if levels[last - 1].section == .root, levels[last - 1].count > 0 { output.byte(0x0A) }
    indent(&output)
    output.byte(0x3C)
    output.text(section.name)
    if section.isList {
      output.text(">\n")
    } else {
      output.byte(0x20)
      isInTag = true
    }
  }

  override func end(_ levels: inout [ProbeLevel], _ output: inout OutputBuffer) {
    let section = levels[levels.count - 1].section
    if levels.count == 1 { return output.text(isQualified ? "</ffprobe:ffprobe>\n" : "</ffprobe>\n") }
    if isInTag {
      isInTag = false
      output.text("/>\n")
    } else if !section.hasVariableKeys {
      indent(&output)
      output.text("</")
      output.text(section.name)
      output.text(">\n")
    }
    depth -= 1
  }

  override func number(_ key: StaticString, _ value: Int64, _ levels: [ProbeLevel], _ output: inout OutputBuffer) {
    attribute(key, levels, &output)
    output.number(value)
    output.byte(0x22)
  }

  override func text(_ key: StaticString, _ value: String, _ levels: [ProbeLevel], _ output: inout OutputBuffer) {
    attribute(key, levels, &output)
    escaped(value, &output)
    output.byte(0x22)
  }

  private func attribute(_ key: StaticString, _ levels: [ProbeLevel], _ output: inout OutputBuffer) {
    if levels[levels.count - 1].count > 0 { output.byte(0x20) }
    output.text(key)
    output.text("=\"")
  }

  override func text(key: String, _ value: String, _ levels: [ProbeLevel], _ output: inout OutputBuffer) {
    indent(&output)
    output.byte(0x3C)
    output.text(levels[levels.count - 1].section.elementName)
    output.text(" key=\"")
    escaped(key, &output)
    output.text("\" value=\"")
    escaped(value, &output)
    output.text("\"/>\n")
  }

  private func escaped(_ value: String, _ output: inout OutputBuffer) {
    for scalar in value.unicodeScalars {
      switch scalar {
      case "&": output.text("&amp;")
      case "<": output.text("&lt;")
      case ">": output.text("&gt;")
      case "\"": output.text("&quot;")
      case "'": output.text("&apos;")
      // XML 1.0 (2.2, 4.1) allows these as character references only, and no other C0 characters.
      case _ where needsEscape(scalar) && (scalar.value >= 0x20 || scalar == "\t" || scalar == "\n" || scalar == "\r"):
        output.text("&#")
        output.number(scalar.value)
        output.byte(0x3B)
      default: output.scalar(scalar)
      }
    }
  }
}
