/// Writes one JSON document. Values that can have a unit are strings, as in ffprobe.
final class JSONProbeWriter: ProbeWriter {
  var isCompact = false
  private var depth = 0

  init(isCompact: Bool) { self.isCompact = isCompact }

  override var showsUnknown: Bool { false }
  override var mixesPacketsAndFrames: Bool { true }

  private func indent(_ output: inout OutputBuffer) {
    var left = 4 * depth
    while left > 0 {
      output.spaces(min(left, 64))
      left -= 64
    }
  }

  private func edge(_ output: inout OutputBuffer) { output.byte(isCompact ? 0x20 : 0x0A) }

  override func begin(_ levels: inout [ProbeLevel], _ output: inout OutputBuffer) {
    let last = levels.count - 1
    let section = levels[last].section
    if last == 0 {
      output.text("{\n")
      depth += 1
      return
    }
    let around = levels[last - 1]
    if around.count > 0 { output.text(",\n") }
    indent(&output)
    depth += 1
    if section.isList {
      output.byte(0x22)
      output.text(section.name)
      output.text("\": [\n")
    } else if !around.section.isList {
      output.byte(0x22)
      output.text(section.name)
      output.text("\": {")
      edge(&output)
    } else {
      output.byte(0x7B)
      edge(&output)
      // A mixed list needs a type to tell packets from frames.
      if around.section == .packetsAndFrames {
        if !isCompact { indent(&output) }
        output.text("\"type\": \"")
        output.text(section.name)
        output.byte(0x22)
        levels[last].count += 1
      }
    }
  }

  override func end(_ levels: inout [ProbeLevel], _ output: inout OutputBuffer) {
    let section = levels[levels.count - 1].section
    depth -= 1
    if levels.count == 1 { return output.text("\n}\n") }
    if section.isList {
      output.byte(0x0A)
      indent(&output)
      output.byte(0x5D)
    } else {
      edge(&output)
      if !isCompact { indent(&output) }
      output.byte(0x7D)
    }
  }

  private func next(_ levels: [ProbeLevel], _ output: inout OutputBuffer) {
    if levels[levels.count - 1].count > 0 { output.text(isCompact ? ", " : ",\n") }
    if !isCompact { indent(&output) }
  }

  private func key(_ key: StaticString, _ levels: [ProbeLevel], _ output: inout OutputBuffer) {
    next(levels, &output)
    output.byte(0x22)
    output.text(key)
    output.text("\": ")
  }

  override func number(_ key: StaticString, _ value: Int64, _ levels: [ProbeLevel], _ output: inout OutputBuffer) {
    self.key(key, levels, &output)
    output.number(value)
  }

  override func text(_ key: StaticString, _ value: String, _ levels: [ProbeLevel], _ output: inout OutputBuffer) {
    self.key(key, levels, &output)
    output.quoted(value)
  }

  override func text(key: String, _ value: String, _ levels: [ProbeLevel], _ output: inout OutputBuffer) {
    next(levels, &output)
    output.quoted(key)
    output.text(": ")
    output.quoted(value)
  }
}
