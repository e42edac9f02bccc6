/// Writes `[STREAM]`, `key=value` and `[/STREAM]`.
final class DefaultProbeWriter: ProbeWriter {
  private let hasWrappers: Bool
  private let hasKeys: Bool

  init(hasWrappers: Bool = true, hasKeys: Bool = true) {
    self.hasWrappers = hasWrappers
    self.hasKeys = hasKeys
  }

  override var showsUnknown: Bool { true }
  override var mixesPacketsAndFrames: Bool { false }

  override func begin(_ levels: inout [ProbeLevel], _ output: inout OutputBuffer) {
    let last = levels.count - 1
    let section = levels[last].section
    if last > 0, levels[last - 1].section.isRecord {
      levels[last].isNested = true
      levels[last].prefix = levels[last - 1].prefix + section.elementName.description.uppercased() + ":"
    }
    if hasWrappers, !levels[last].isNested, section.isRecord { output.verbatim("[\(section.name.description.uppercased())]\n") }
  }

  override func end(_ levels: inout [ProbeLevel], _ output: inout OutputBuffer) {
    let level = levels[levels.count - 1]
    if hasWrappers, !level.isNested, level.section.isRecord { output.verbatim("[/\(level.section.name.description.uppercased())]\n") }
  }

  private func key(_ key: StaticString, _ levels: [ProbeLevel], _ output: inout OutputBuffer) {
    if !hasKeys { return }
    output.string(levels[levels.count - 1].prefix)
    output.text(key)
    output.byte(0x3D)
  }

  override func number(_ key: StaticString, _ value: Int64, _ levels: [ProbeLevel], _ output: inout OutputBuffer) {
    self.key(key, levels, &output)
    output.number(value)
    output.byte(0x0A)
  }

  override func text(_ key: StaticString, _ value: String, _ levels: [ProbeLevel], _ output: inout OutputBuffer) {
    self.key(key, levels, &output)
    output.string(value)
    output.byte(0x0A)
  }

  override func lines(_ key: StaticString, _ value: String, _ levels: [ProbeLevel], _ output: inout OutputBuffer) {
    self.key(key, levels, &output)
    output.verbatim(value)
    output.byte(0x0A)
  }

  override func text(key: String, _ value: String, _ levels: [ProbeLevel], _ output: inout OutputBuffer) {
    if hasKeys { output.string("\(levels[levels.count - 1].prefix)\(key)=") }
    output.string(value)
    output.byte(0x0A)
  }
}
