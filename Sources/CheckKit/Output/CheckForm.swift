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

extension CheckForm {
  /// What precedes the first file, separates files, and follows the last one.
  public var frame: (opening: String, separator: String, closing: String) {
    switch self {
    case .text, .json, .jsonl: ("", "", "")
    case .sarif: ("{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[\n", ",\n", "\n]}\n")
    case .junit: ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n", "", "</testsuites>\n")
    }
  }
}
