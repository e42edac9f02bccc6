import BitstreamKit
import ProbeKit

/// Findings as results in a run of the Static Analysis Results Interchange Format.
///
/// OASIS SARIF 2.1.0, 3.14 `run`, 3.27 `result`. All files are in one run, since code hosting services limit the number of runs. The run
/// describes the rules with findings, after the results. A file that cannot be checked, or not to its end, is a result too: the services do
/// not show notifications.
struct CheckSARIF {
  private let style: CheckStyle

  init(_ style: CheckStyle) { self.style = style }

  /// What precedes the results.
  static let opening = """
    {"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{"results":[

    """

  /// Writes the results for a file, separated by commas.
  func write(_ result: CheckResult, _ output: inout OutputBuffer) {
    var isFirst = true
    func separate() {
      if !isFirst { output.verbatim(CheckForm.sarif.separator) }
      isFirst = false
    }
    for finding in result.findings {
      separate()
      write(finding, &output)
    }
    if let refusal = result.refusal {
      separate()
      begin(Self.notChecked, refusal, in: style.name, &output)
      output.text("}}]}")
    }
  }

  /// Writes what follows the results.
  static func close(_ pages: [RulePage], version: String, _ output: inout OutputBuffer) {
    output.text("\n],\"automationDetails\":{\"id\":\"mediaprobe/\"},\"tool\":{\"driver\":{")
    output.field("name", "mediaprobe", first: true)
    output.field("version", string: version)
    output.array("rules", [notChecked] + pages) { (output, page) in
      output.byte(0x0A)
      rule(page, &output)
    }
    output.text("}}}]}\n")
  }

  /// Describes results that say that a file was not checked to its end.
  private static let notChecked = RulePage(
    "file.not-checked", .error, "the file cannot be checked to its end", clause: "none",
    cause: "The file cannot be opened, its format is not one of those that are checked, or its structure breaks off.",
    remedy: "Compare with the source of the file; 'mediaprobe recover' keeps what can be read.")

  private static func rule(_ page: RulePage, _ output: inout OutputBuffer) {
    output.byte(0x7B)
    output.field("id", page.id, first: true)
    text("shortDescription", page.title.description, &output)
    text("fullDescription", page.cause.description, &output)
    text("help", "\(page.remedy) (\(page.clause))", &output)
    output.object("defaultConfiguration") { $0.field("level", page.severity.name, first: true) }
    output.byte(0x7D)
  }

  private static func text(_ key: StaticString, _ value: String, first: Bool = false, _ output: inout OutputBuffer) {
    output.object(key, first: first) { $0.field("text", string: value, first: true) }
  }

  /// Writes a result up to the region in its location, which the caller may add and has to close.
  /// - Parameter file: the name of the file.
  private func begin(_ page: RulePage, _ message: String, in file: String, _ output: inout OutputBuffer) {
    output.byte(0x7B)
    output.field("ruleId", page.id, first: true)
    output.field("level", page.severity.name)
    Self.text("message", message, &output)
    output.text(",\"locations\":[{\"physicalLocation\":{")
    output.object("artifactLocation", first: true) { $0.field("uri", string: Self.uri(file), first: true) }
  }

  private func write(_ finding: RuleFinding, _ output: inout OutputBuffer) {
    begin(finding.page, "\(finding.page.title): \(finding.message)", in: finding.segment?.name ?? style.name, &output)
    if let offset = finding.segment?.offset ?? finding.offset {
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
    output.object("partialFingerprints") { $0.field("mediaprobe/v2", string: finding.fingerprint, first: true) }
    output.byte(0x7D)
  }

  /// A path as a relative reference (RFC 3986 4.2): bytes of the name other than unreserved characters and slashes are percent-encoded.
  static func uri(_ path: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in rawBytes(path) {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E, 0x2F: bytes.append(byte)
      default: bytes += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
