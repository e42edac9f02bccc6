import CheckKit
import ProbeKit

/// The page of a report: the interface, with the facts inside.
enum ReportPage {
  /// Writes the page.
  /// - Parameter title: the names of the files.
  static func write(_ facts: Report, title: [String], to sink: ProbeSink) -> ProbeOutcome {
    var output = OutputBuffer(sink)
    output.verbatim(Interface.beforeTitle)
    for (number, name) in title.enumerated() {
      if number > 0 { output.verbatim(" – ") }
      output.markup(InfoWords.shortened(terminalText(name), 300))
    }
    output.verbatim(Interface.beforeFacts)
    let started = output.finish()
    if started != .complete { return started }
    let outcome = facts.write(to: sink)
    if outcome == .failed { return outcome }
    var rest = OutputBuffer(sink)
    rest.verbatim(Interface.afterFacts)
    return rest.finish().or(outcome)
  }
}
