/// Passes sections and keys to a writer: drops what was not requested and formats numbers by the style.
struct ProbePrinter: ~Copyable {
  var output: OutputBuffer
  private let writer: ProbeWriter
  let selection: ProbeSelection
  let style: ProbeValueStyle
  /// Whether names that differ between versions of FFmpeg are left out.
  let isBitexact: Bool
  /// Whether values that are private to a decoder are printed.
  let showsPrivate: Bool
  private let showsUnknown: Bool
  /// Whether anything but numbers is printed: `-show_optional_fields never` of ffprobe 5.1 leaves out all that is text.
  private let showsText: Bool
  private var levels: [ProbeLevel] = []

  init(_ writer: ProbeWriter, _ options: ProbeOptions, _ sink: ProbeSink) {
    output = OutputBuffer(sink)
    // Scripts read descriptions of several lines as ffprobe prints them.
    output.keepsLines = !sink.isTerminal
    self.writer = writer
    selection = options.selection
    style = options.style
    (isBitexact, showsPrivate) = (options.isBitexact, options.showsPrivate)
    showsText = options.showsOptional != false
    showsUnknown = options.showsOptional ?? writer.showsUnknown
  }

  var mixesPacketsAndFrames: Bool { writer.mixesPacketsAndFrames }
  var failed: Bool { output.failure != nil }

  func shows(_ section: ProbeSection) -> Bool { selection.shows(section) }

  mutating func begin(_ section: ProbeSection) {
    levels.append(ProbeLevel(section: section))
    writer.begin(&levels, &output)
  }

  mutating func end() {
    guard let ended = levels.last else { return }
    writer.end(&levels, &output)
    levels.removeLast()
    if levels.isEmpty { return }
    levels[levels.count - 1].count += 1
    if ended.section == .packet { levels[levels.count - 1].packetCount += 1 }
  }

  private var section: ProbeSection { levels.last?.section ?? .root }
  private mutating func counted() { levels[levels.count - 1].count += 1 }

  // MARK: - Keys

  mutating func number(_ key: StaticString, _ value: Int64) {
    if !selection.has(key, in: section) { return }
    writer.number(key, value, levels, &output)
    counted()
  }

  mutating func number<T: FixedWidthInteger>(_ key: StaticString, _ value: T) { number(key, Int64(clamping: value)) }

  mutating func text(_ key: StaticString, _ value: String) {
    if !showsText || !selection.has(key, in: section) { return }
    writer.text(key, value, levels, &output)
    counted()
  }

  /// Writes a trusted value of several lines.
  mutating func lines(_ key: StaticString, _ value: String) {
    if !showsText || !selection.has(key, in: section) { return }
    writer.lines(key, value, levels, &output)
    counted()
  }

  /// Writes a key whose value is unknown.
  mutating func unknown(_ key: StaticString, _ value: String = "N/A") {
    if showsUnknown { text(key, value) }
  }

  mutating func text(_ key: StaticString, orUnknown value: String?, _ unknown: String = "unknown") {
    if let value { text(key, value) } else { self.unknown(key, unknown) }
  }

  mutating func tag(_ key: String, _ value: String) {
    if !showsText || !selection.has(key, in: section) { return }
    writer.text(key: key, value, levels, &output)
    counted()
  }

  /// Writes a time or duration; nil is unknown.
  mutating func time(_ key: StaticString, _ seconds: StaticString, _ value: Int64?, timescale: Int64) {
    guard let value else {
      unknown(key)
      unknown(seconds)
      return
    }
    number(key, value)
    self.seconds(seconds, value, timescale: timescale)
  }

  mutating func seconds(_ key: StaticString, _ value: Int64?, timescale: Int64) {
    guard let value else { return unknown(key) }
    // Skips formatting if the key is not selected.
    if selection.has(key, in: section) { text(key, style.seconds(Double(value) * (1 / Double(timescale)))) }
  }

  mutating func value(_ key: StaticString, _ value: Int64?, _ unit: ProbeUnit) {
    if let value { text(key, style.text(value, unit)) } else { unknown(key) }
  }
}
