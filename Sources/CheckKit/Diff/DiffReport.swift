import BitstreamKit
import ProbeKit

/// Writes differences as they are found: the first of each section, and the number of the others.
final class DiffReport {
  let options: DiffOptions
  private var output: OutputBuffer
  private let sink: ProbeSink
  /// The lines that `note` has reported.
  private var notes: Set<String> = []
  private static let maxNotes = 64
  private let names: (a: String, b: String)
  private var part = DiffPart.container
  private var title = ""
  /// The tracks that the current section is about.
  private var tracks: DiffTracks?
  private var hasHeading = false
  /// The differences of the current section that were written, and that were counted only.
  private var (shown, hidden) = (0, 0)
  private var shownOfPart = [0, 0, 0, 0]
  private var counts: [UInt64] = [0, 0, 0, 0]
  private var hiddenSections: [(title: String, count: Int)] = []
  private var isFirst = true

  init(_ options: DiffOptions, _ a: String, _ b: String, _ sink: ProbeSink) {
    self.options = options
    names = (a, b)
    output = OutputBuffer(sink)
    self.sink = sink
  }

  /// Reports what was found wrong with a file while it was read, once.
  func note(_ name: String, _ finding: String) {
    let line = "\(name): \(finding)"
    guard notes.count < Self.maxNotes, notes.insert(line).inserted else { return }
    output.flush()
    sink.report(line)
  }

  /// Whether no difference has been found.
  var isEqual: Bool { counts.allSatisfy { $0 == 0 } }
  /// Whether writing has failed.
  var hasFailed: Bool { output.failure != nil }
  /// Whether the next difference of the section is written; if not, its words are not needed.
  var showsNext: Bool { options.showsAll || shown < options.shownPerSection && shownOfPart[Int(part.rawValue)] < options.shownPerPart }

  /// Begins a section.
  func section(_ part: DiffPart, _ title: String, of tracks: DiffTracks? = nil) {
    leave()
    (self.part, self.title, self.tracks) = (part, title, tracks)
  }

  /// Begins a section about two tracks, which has their name.
  func section(_ part: DiffPart, of tracks: DiffTracks, _ what: String? = nil) {
    section(part, what.map { "\(tracks.title): \($0)" } ?? tracks.title, of: tracks)
  }

  /// Reports a field of the current section if the values differ and it is not ignored.
  func compare(_ name: String, _ a: String?, _ b: String?) {
    if a != b { differ(name, a, b) }
  }

  /// Reports a field of the current section, if it is not ignored, whose words can be equal.
  func differ(_ name: String, _ a: String?, _ b: String?) {
    if options.ignores(name) { return }
    add(Difference(name, a, b))
  }

  /// Reports a difference of the current section.
  func add(_ difference: Difference) {
    counts[Int(part.rawValue)] &+= UInt64(max(1, difference.count))
    guard showsNext else {
      hidden += 1
      return
    }
    shown += 1
    shownOfPart[Int(part.rawValue)] += 1
    switch options.form {
    case .text: text(difference)
    case .json: object(difference)
    }
    hasHeading = true
    isFirst = false
  }

  /// Writes the end, and what is still in the buffer.
  func finish() -> ProbeOutcome {
    leave()
    if options.form == .json {
      if isFirst { begin() }
      output.text("]")
      output.field("equal", isEqual)
      output.object("counts") { output in
        for part in DiffPart.allCases { output.field(part.name, counts[Int(part.rawValue)], first: part == .container) }
      }
      output.array("hidden", hiddenSections) { (output, section) in
        output.byte(0x7B)
        output.field("section", string: section.title, first: true)
        output.field("count", section.count)
        output.byte(0x7D)
      }
      output.text("}\n")
    }
    return output.finish()
  }

  private func leave() {
    if hidden > 0 {
      switch options.form {
      case .text:
        if !hasHeading { heading() }
        output.verbatim(" … and \(output.sink.advised("\(hidden) more", .hiddenDifferences))\n")
      case .json: if hiddenSections.count < 1 << 14 { hiddenSections.append((title, hidden)) }
      }
    }
    (shown, hidden, hasHeading) = (0, 0, false)
  }

  // MARK: - Text

  private func heading() {
    if isFirst {
      line("--- ", names.a, "\u{1B}[1m")
      line("+++ ", names.b, "\u{1B}[1m")
      isFirst = false
    }
    line("@@ ", title + " @@", "\u{1B}[36m")
    hasHeading = true
  }

  private func text(_ difference: Difference) {
    if !hasHeading { heading() }
    if let a = difference.a { side("-", a, difference, "\u{1B}[31m") }
    if let b = difference.b { side("+", b, difference, "\u{1B}[32m") }
  }

  private func side(_ sign: String, _ side: DiffSide, _ difference: Difference, _ colour: String) {
    var words = difference.name.isEmpty ? "" : difference.name + " = "
    if let sample = side.sample {
      words = difference.count > 1 && !isNumbered ? "samples \(sample) to \(sample + difference.count - 1)" : "sample \(sample)"
      if let seconds = side.seconds { words += ", \(decimal(seconds)) s" }
      words += ": "
    }
    line(sign, words + side.value, colour)
  }

  /// Whether differences are about single samples whatever their count.
  private var isNumbered: Bool { part == .times }

  private func line(_ sign: String, _ text: String, _ colour: String) {
    if options.isColoured { output.verbatim(colour) }
    output.verbatim(sign)
    output.string(text)
    if options.isColoured { output.verbatim("\u{1B}[0m") }
    output.byte(0x0A)
  }

  // MARK: - JSON

  private func begin() {
    output.byte(0x7B)
    output.field("schema_version", schemaVersion, first: true)
    output.array("files", [names.a, names.b]) { $0.quoted(needsText($1) ? terminalText($1) : $1) }
    output.key("differences")
    output.byte(0x5B)
  }

  /// Whether a name has bytes that are not UTF-8.
  private func needsText(_ name: String) -> Bool { name.unicodeScalars.contains { rawByteScalars.contains($0.value) } }

  private func object(_ difference: Difference) {
    if isFirst { begin() } else { output.byte(0x2C) }
    output.byte(0x0A)
    output.byte(0x7B)
    output.field("part", part.name, first: true)
    output.field("section", string: title)
    if let track = tracks?.a { output.field("track_a", track) }
    if let track = tracks?.b { output.field("track_b", track) }
    output.field("change", difference.change.name)
    if !difference.name.isEmpty { output.field("name", string: difference.name) }
    side("a", "sample_a", "seconds_a", difference.a)
    side("b", "sample_b", "seconds_b", difference.b)
    if difference.a?.sample != nil || difference.b?.sample != nil { output.field("count", difference.count) }
    output.byte(0x7D)
  }

  private func side(_ key: StaticString, _ sampleKey: StaticString, _ secondsKey: StaticString, _ side: DiffSide?) {
    guard let side else { return output.fieldNull(key) }
    output.field(key, string: side.value)
    if let sample = side.sample { output.field(sampleKey, sample) }
    if let seconds = side.seconds {
      output.key(secondsKey)
      output.double(seconds)
    }
  }
}
