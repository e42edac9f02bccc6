import BitstreamKit
import ProbeKit
import RemuxKit

/// A rule whose findings are gone.
public struct MendedRule: Sendable {
  /// The rule.
  public let page: RulePage
  /// The number of findings that are gone.
  public let count: Int
  /// How they were mended; nil if they went with others.
  public let remedy: Remedy?
}

/// A rule whose findings remain.
public struct RemainingRule: Sendable {
  /// The rule.
  public let page: RulePage
  /// The number of findings.
  public let count: Int
  /// Why they were not mended.
  public let reason: String
}

/// What mending a file changed, and what it did not.
public struct FixReport: Sendable {
  /// The format of the file; nil if it was not recognised.
  public let container: MediaContainer?
  /// Why the source could not be checked; nil if it was.
  public let refusal: String?
  /// Whether the output is to be kept.
  public var isWritten = false
  /// The rules whose findings are gone, the most severe first.
  public var mended: [MendedRule] = []
  /// The rules whose findings remain, the most severe first.
  public var remaining: [RemainingRule] = []
  /// Parameter sets and tables that were changed.
  public var changes: [String] = []
  /// What was found while the media were carried.
  public var notes: [String] = []
  /// How the output was compared with the source; nil if nothing was written.
  public var proof: String?
  /// Why the output is not kept; empty if it is.
  public var faults: [String] = []

  init(container: MediaContainer?, refusal: String?) { (self.container, self.refusal) = (container, refusal) }

  /// The highest severity among the findings that remain; nil if there are none.
  public var worst: Severity? { remaining.lazy.map { $0.page.severity }.max() }
}

extension FixReport {
  /// The number of notes in the text; JSON has all.
  private static let shownNotes = 10

  /// Writes the report as text.
  public func writeText(name: String, to output: inout OutputBuffer) {
    output.string(name)
    if let refusal {
      Self.line(": cannot be checked: ", refusal, &output)
    } else if mended.isEmpty && remaining.isEmpty && faults.isEmpty {
      output.verbatim(": nothing to mend\n")
    } else {
      let (done, left) = (mended.reduce(0) { $0 + $1.count }, remaining.reduce(0) { $0 + $1.count })
      output.verbatim(": \(counted(done, "finding")) mended, \(left) remaining\n")
    }
    for rule in mended {
      Self.head("  mended   ", rule.page, rule.count, &output)
      output.verbatim("           \(rule.remedy?.text ?? "gone with the others")\n")
    }
    for rule in remaining {
      Self.head("  remains  ", rule.page, rule.count, &output)
      Self.line("           ", rule.reason, &output)
    }
    if isWritten { for change in changes { Self.line("  changed  ", change, &output) } }
    if isWritten {
      for note in notes.prefix(Self.shownNotes) { Self.line("  note     ", note, &output) }
      if notes.count > Self.shownNotes { output.verbatim("  note     and \(notes.count - Self.shownNotes) more\n") }
    }
    for fault in faults { Self.line("  refused  ", fault, &output) }
    if let proof, isWritten { Self.line("  proof    ", proof, &output) }
  }

  private static func head(_ word: String, _ page: RulePage, _ count: Int, _ output: inout OutputBuffer) {
    output.verbatim("\(word)\(page.id): \(page.title)\(count > 1 ? " (\(count))" : "")\n")
  }

  private static func line(_ word: String, _ text: String, _ output: inout OutputBuffer) {
    output.verbatim(word)
    output.string(text)
    output.byte(0x0A)
  }

  /// Writes the report as JSON, see `Schemas/fix.schema.json`.
  public func writeJSON(to output: inout OutputBuffer) {
    output.byte(0x7B)
    output.field("schema_version", schemaVersion, first: true)
    if let container { output.field("format", string: container.name.description) } else { output.fieldNull("format") }
    output.field("written", isWritten)
    if let refusal { output.field("refusal", string: refusal) }
    output.array("mended", mended) { (output, rule) in
      output.text("\n{")
      Self.rule(rule.page, rule.count, &output)
      if let remedy = rule.remedy { output.field("remedy", string: remedy.text.description) }
      output.byte(0x7D)
    }
    output.array("remaining", remaining) { (output, rule) in
      output.text("\n{")
      Self.rule(rule.page, rule.count, &output)
      output.field("reason", string: rule.reason)
      output.byte(0x7D)
    }
    for (key, lines) in [("changes", changes), ("notes", notes), ("faults", faults)] as [(StaticString, [String])] {
      output.array(key, lines) { (output, line) in output.quoted(line) }
    }
    if let proof { output.field("proof", string: proof) }
    output.text("}\n")
  }

  private static func rule(_ page: RulePage, _ count: Int, _ output: inout OutputBuffer) {
    output.field("rule", page.id, first: true)
    output.field("severity", page.severity.name)
    output.field("title", string: page.title.description)
    output.field("count", count)
  }
}
