import ProbeKit

extension CheckResult {
  /// Writes the findings.
  public func write(_ style: CheckStyle, to output: inout OutputBuffer) {
    switch style.form {
    case .text: CheckText(style).write(self, &output)
    case .json: CheckJSON.document(self, &output)
    case .jsonl: CheckJSON.rows(self, &output)
    case .sarif: CheckSARIF(style).write(self, &output)
    case .junit: CheckJUnit(style).write(self, &output)
    }
  }
}

/// The document around the parts of any number of files, for the forms that have one.
extension CheckForm {
  /// Whether a later check can leave out the findings of a document (`Baseline`).
  public var isBaseline: Bool { self == .json || self == .jsonl || self == .sarif }

  /// What precedes the parts; empty for a form that has no document.
  public var opening: String {
    switch self {
    case .text, .json, .jsonl: ""
    case .sarif: CheckSARIF.opening
    case .junit: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
    }
  }

  /// What separates the parts that are not empty.
  public var separator: String { self == .sarif ? ",\n" : "" }

  /// Writes what follows the parts.
  /// - Parameters:
  ///   - pages: the rules with findings, for a form that describes them once.
  ///   - version: the version of the program.
  public func close(_ pages: [RulePage], version: String, to output: inout OutputBuffer) {
    switch self {
    case .text, .json, .jsonl: break
    case .sarif: CheckSARIF.close(pages, version: version, &output)
    case .junit: output.text("</testsuites>\n")
    }
  }
}
