import ProbeKit

/// Findings as a test suite in JUnit's XML: a test case for each rule with findings, and one for the file as a whole.
struct CheckJUnit {
  private let style: CheckStyle

  init(_ style: CheckStyle) { self.style = style }

  func write(_ result: CheckResult, _ output: inout OutputBuffer) {
    let groups = result.groups
    let failing = groups.filter { $0.page.severity >= style.failing }
    output.verbatim(
      "  <testsuite name=\"\(Self.escaped(style.name, inAttribute: true))\" tests=\"\(groups.count + 1)\" failures=\"\(failing.count)\"")
    output.verbatim(" errors=\"\(result.refusal == nil ? 0 : 1)\">\n")
    output.verbatim("    <testcase classname=\"mediaprobe\" name=\"readable\"")
    if let refusal = result.refusal {
      output.verbatim(">\n      <error message=\"\(Self.escaped(refusal, inAttribute: true))\"/>\n    </testcase>\n")
    } else {
      output.verbatim("/>\n")
    }
    for group in groups { write(group, &output) }
    output.verbatim("  </testsuite>\n")
  }

  private func write(_ group: CheckResult.Group, _ output: inout OutputBuffer) {
    let page = group.page
    output.verbatim("    <testcase classname=\"mediaprobe.\(page.family)\" name=\"\(page.id)\">\n")
    var text = ""
    for finding in group.findings {
      text += finding.message + (CheckText.place(finding).map { " (\($0))" } ?? "") + "\n"
    }
    if group.hiddenCount > 0 { text += "and \(group.hiddenCount) more\n" }
    text += "clause: \(page.clause)\nremedy: \(page.remedy)\n"
    if page.severity >= style.failing {
      output.verbatim(
        "      <failure type=\"\(page.severity.name)\" message=\"\(Self.escaped(page.title.description, inAttribute: true))\">")
      output.verbatim(Self.escaped(text))
      output.verbatim("</failure>\n")
    } else {
      output.verbatim("      <system-out>\(Self.escaped(text))</system-out>\n")
    }
    output.verbatim("    </testcase>\n")
  }

  /// Text as XML 1.0 character data or an attribute value, in which parsers take line feeds for spaces. Characters that XML cannot hold are
  /// replaced.
  static func escaped(_ text: String, inAttribute: Bool = false) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x26: result += "&amp;"
      case 0x3C: result += "&lt;"
      case 0x3E: result += "&gt;"
      case 0x22: result += "&quot;"
      case 0x0A: result += inAttribute ? "&#10;" : "\n"
      case 0x20..<0x7F: result.unicodeScalars.append(scalar)
      case 0..<0x20, 0x7F...0x9F, 0xFFFE, 0xFFFF: result += "\u{FFFD}"
      case _ where needsEscape(scalar): result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
