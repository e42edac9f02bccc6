import ProbeKit

/// How findings are written.
public struct CheckStyle: Sendable {
  /// The form.
  public var form: CheckForm
  /// Whether text is coloured with terminal sequences.
  public var isColoured = false
  /// The name of the file.
  public var name: String
  /// The version of the program, for forms that name it.
  public var version: String
  /// The lowest severity that fails a test case.
  public var failing = Severity.error

  /// Creates a style.
  public init(_ form: CheckForm, name: String, version: String) {
    self.form = form
    self.name = name
    self.version = version
  }
}

/// The forms in which findings are written.
public enum CheckForm: String, CaseIterable, Sendable {
  /// Text for people.
  case text
  /// One JSON document a file.
  case json
  /// One JSON object a finding.
  case jsonl
  /// SARIF 2.1.0, with one run for all files.
  case sarif
  /// JUnit's XML, with one test suite a file and one test case a rule with findings.
  case junit
}
