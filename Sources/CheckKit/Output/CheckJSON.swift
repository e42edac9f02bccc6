import ProbeKit
import RemuxKit

/// Findings as JSON, see `Schemas/check.schema.json`.
enum CheckJSON {
  static func document(_ result: CheckResult, _ output: inout OutputBuffer) {
    output.byte(0x7B)
    output.field("schema_version", schemaVersion, first: true)
    if let container = result.container { output.field("format", string: container.name.description) } else { output.fieldNull("format") }
    output.field("verdict", string: result.worst.map { $0.name.description } ?? (result.refusal == nil ? "clean" : "unreadable"))
    if let refusal = result.refusal { output.field("refusal", string: refusal) }
    output.field("errors", result.count(.error))
    output.field("warnings", result.count(.warning))
    output.field("notes", result.count(.note))
    output.array("findings", result.findings) { (output, finding) in
      output.byte(0x0A)
      object(finding, &output)
    }
    output.array("hidden", result.hidden) { (output, hidden) in
      output.byte(0x7B)
      output.field("rule", hidden.page.id, first: true)
      output.field("count", hidden.count)
      output.byte(0x7D)
    }
    output.text("}\n")
  }

  static func rows(_ result: CheckResult, _ output: inout OutputBuffer) {
    for finding in result.findings {
      object(finding, &output)
      output.byte(0x0A)
    }
  }

  private static func object(_ finding: RuleFinding, _ output: inout OutputBuffer) {
    output.byte(0x7B)
    output.field("rule", finding.page.id, first: true)
    output.field("severity", finding.page.severity.name)
    output.field("title", string: finding.page.title.description)
    output.field("message", string: finding.message)
    output.field("clause", string: finding.page.clause.description)
    output.field("remedy", string: finding.page.remedy.description)
    if let command = finding.page.command { output.field("command", string: command) }
    if let offset = finding.offset { output.field("offset", offset) }
    if let segment = finding.segment {
      output.object("segment") {
        $0.field("name", string: segment.name, first: true)
        $0.field("offset", segment.offset)
      }
    }
    if let size = finding.size { output.field("size", size) }
    if let path = finding.path { output.field("path", string: path) }
    if let track = finding.track { output.field("track", track) }
    if let sample = finding.sample { output.field("sample", sample) }
    if let seconds = finding.seconds {
      output.key("seconds")
      output.double(seconds)
    }
    output.field("fingerprint", string: finding.fingerprint)
    output.byte(0x7D)
  }
}
