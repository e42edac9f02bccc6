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
