import ProbeKit

/// Findings as a run of the Static Analysis Results Interchange Format.
///
/// OASIS SARIF 2.1.0, 3.14 `run`, 3.27 `result`. The rules in a run are those with findings.
struct CheckSARIF {
  private let style: CheckStyle

  init(_ style: CheckStyle) { self.style = style }

  func write(_ result: CheckResult, _ output: inout OutputBuffer) {
    let pages = result.groups.map { $0.page }
    output.text("{\"tool\":{\"driver\":{")
    output.field("name", "mediaprobe", first: true)
    output.field("version", string: style.version)
    output.array("rules", pages) { (output, page) in
      output.byte(0x0A)
      rule(page, &output)
    }
    output.text("}},")
    // GitHub takes one run of a tool and category; the category of each file is its name.
    output.object("automationDetails", first: true) { $0.field("id", string: "mediaprobe/\(Self.uri(style.name))/", first: true) }
    output.byte(0x2C)
    output.array("artifacts", [style.name], first: true) { (output, name) in
      output.text("{\"location\":{")
      output.field("uri", string: Self.uri(name), first: true)
      output.text("}}")
    }
    output.array("results", result.findings) { (output, finding) in
      output.byte(0x0A)
      self.result(finding, pages, &output)
    }
    output.text(",\"invocations\":[{")
    output.field("executionSuccessful", result.refusal == nil, first: true)
    if let refusal = result.refusal {
      output.text(",\"toolExecutionNotifications\":[{\"level\":\"error\",\"message\":{")
      output.field("text", string: refusal, first: true)
      output.text("}}]")
    }
    output.text("}]}")
  }

  private func rule(_ page: RulePage, _ output: inout OutputBuffer) {
    output.byte(0x7B)
    output.field("id", page.id, first: true)
    text("shortDescription", page.title.description, &output)
    text("fullDescription", page.cause.description, &output)
    text("help", "\(page.remedy) (\(page.clause))", &output)
    output.object("defaultConfiguration") { $0.field("level", page.severity.name, first: true) }
    output.byte(0x7D)
  }

  private func text(_ key: StaticString, _ value: String, first: Bool = false, _ output: inout OutputBuffer) {
    output.object(key, first: first) { $0.field("text", string: value, first: true) }
  }

  private func result(_ finding: RuleFinding, _ pages: [RulePage], _ output: inout OutputBuffer) {
    output.byte(0x7B)
    output.field("ruleId", finding.page.id, first: true)
    let id = finding.page.id.description
    if let index = pages.firstIndex(where: { $0.id.description == id }) { output.field("ruleIndex", index) }
    output.field("level", finding.page.severity.name)
    text("message", "\(finding.page.title): \(finding.message)", &output)
    output.text(",\"locations\":[{\"physicalLocation\":{")
    output.object("artifactLocation", first: true) {
      $0.field("uri", string: Self.uri(style.name), first: true)
      $0.field("index", 0)
    }
    if let offset = finding.offset {
      output.object("region") {
        $0.field("byteOffset", offset, first: true)
        if let size = finding.size { $0.field("byteLength", size) }
      }
    }
    output.byte(0x7D)
    if let path = finding.path {
      output.array("logicalLocations", [path]) { (output, path) in
        output.byte(0x7B)
        output.field("fullyQualifiedName", string: path, first: true)
        output.byte(0x7D)
      }
    }
    output.text("}]")
    output.object("partialFingerprints") { $0.field("mediaprobe/v1", string: finding.fingerprint, first: true) }
    output.byte(0x7D)
  }

  /// A path as a relative reference (RFC 3986 4.2): bytes other than unreserved characters and slashes are percent-encoded.
  static func uri(_ path: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in path.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E, 0x2F: bytes.append(byte)
      default: bytes += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
