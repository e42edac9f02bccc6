import BitstreamKit
import ProbeKit

/// Findings as text: grouped by rule, the most severe first.
struct CheckText {
  private let style: CheckStyle

  init(_ style: CheckStyle) { self.style = style }

  func write(_ result: CheckResult, _ output: inout OutputBuffer) {
    output.string(style.name)
    output.verbatim(": \(Self.summary(result))\n")
    if let refusal = result.refusal {
      output.string("  not checked to its end: \(refusal)")
      output.byte(0x0A)
    }
    for group in result.groups { write(group, &output) }
  }

  /// `2 errors, 1 note`, or that there are no findings.
  static func summary(_ result: CheckResult) -> String {
    let counts = Severity.allCases.reversed().compactMap { severity -> String? in
      let count = result.count(severity)
      return count == 0 ? nil : counted(count, severity.name.description)
    }
    return counts.isEmpty ? result.refusal == nil ? "no findings" : "not readable" : counts.joined(separator: ", ")
  }

  private func write(_ group: CheckResult.Group, _ output: inout OutputBuffer) {
    let page = group.page
    output.byte(0x0A)
    output.verbatim(colour(page.severity))
    output.text(page.severity.name)
    output.verbatim(style.isColoured ? "\u{1B}[0m" : "")
    output.verbatim("  \(page.id)  \(page.title)\n")
    for finding in group.findings {
      output.verbatim("  ")
      output.string(finding.message)
      output.byte(0x0A)
      if let place = Self.place(finding) {
        output.verbatim("    ")
        output.string(place)
        output.byte(0x0A)
      }
    }
    if group.hiddenCount > 0 { output.verbatim("  and \(group.hiddenCount) more\n") }
    output.verbatim("  clause: \(page.clause)\n  remedy: \(page.remedy)\n")
  }

  private func colour(_ severity: Severity) -> String {
    if !style.isColoured { return "" }
    switch severity {
    case .error: return "\u{1B}[1;31m"
    case .warning: return "\u{1B}[1;33m"
    case .note: return "\u{1B}[1m"
    }
  }

  /// `track 1, sample 17, 0.68 s, byte 4711, moov/trak[1]`; nil if nothing is known.
  static func place(_ finding: RuleFinding) -> String? {
    var parts: [String] = []
    if let track = finding.track { parts.append("track \(track)") }
    if let sample = finding.sample { parts.append(finding.track == nil ? "picture or frame \(sample)" : "sample \(sample)") }
    if let seconds = finding.seconds { parts.append("\(decimal(seconds)) s") }
    if let segment = finding.segment {
      parts.append("byte \(segment.offset) of \(segment.name)")
    } else if let offset = finding.offset {
      parts.append("byte \(offset)")
    }
    if let path = finding.path { parts.append(path) }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}

extension CheckResult {
  /// The findings of one rule.
  struct Group {
    var page: RulePage
    var findings: [RuleFinding]
    var hiddenCount: Int
  }

  /// The findings by rule: the most severe first, then in the order in which they were found.
  var groups: [Group] {
    var groups: [Group] = []
    var places: [String: Int] = [:]
    for finding in findings {
      let id = finding.page.id.description
      if let place = places[id] {
        groups[place].findings.append(finding)
      } else {
        places[id] = groups.count
        groups.append(Group(page: finding.page, findings: [finding], hiddenCount: 0))
      }
    }
    for rule in hidden {
      if let place = places[rule.page.id.description] {
        groups[place].hiddenCount = rule.count
      } else {
        groups.append(Group(page: rule.page, findings: [], hiddenCount: rule.count))
      }
    }
    return Severity.allCases.reversed().flatMap { severity in groups.filter { $0.page.severity == severity } }
  }
}
