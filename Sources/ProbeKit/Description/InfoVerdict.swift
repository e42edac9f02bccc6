import BitstreamKit

/// What a check of the headers found, the most severe first.
public struct InfoVerdict: Sendable {
  /// A finding.
  public struct Finding: Sendable {
    /// The identifier of the rule.
    public var rule: StaticString
    /// `error`, `warning` or `note`.
    public var severity: StaticString
    /// What is wrong.
    public var message: String

    /// Creates a finding.
    public init(rule: StaticString, severity: StaticString, message: String) {
      self.rule = rule
      self.severity = severity
      self.message = message
    }

    func shortened(_ length: Int) -> Finding {
      Finding(rule: rule, severity: severity, message: InfoWords.shortened(message, length))
    }
  }

  /// The findings, the most severe first.
  public var findings: [Finding]

  /// Creates a verdict.
  public init(_ findings: [Finding]) { self.findings = findings }

  /// The number of rules that a line of text names.
  private static let named = 2

  /// One line of text: the first finding of each of the first rules.
  /// - Parameter others: the number of findings that are no rule's, such as that of a file cut short.
  func line(others: Int) -> String {
    if findings.isEmpty { return "no findings in the headers" + (others > 0 ? ", \(counted(others, "finding")) elsewhere" : "") }
    var named: [Finding] = []
    for finding in findings where named.count < Self.named && !named.contains(where: { $0.rule.description == finding.rule.description }) {
      named.append(finding)
    }
    let words = named.map { "\($0.severity) \($0.rule), \($0.message)" }.joined(separator: "; ")
    return findings.count > named.count ? words + "; \(findings.count - named.count) more" : words
  }
}

extension OutputBuffer {
  /// A key with the verdict as an object.
  mutating func verdict(_ verdict: InfoVerdict) {
    object("verdict") { output in
      output.field("severity", verdict.findings.first?.severity ?? "clean", first: true)
      output.array("findings", verdict.findings) { (output, finding) in
        output.byte(0x7B)
        output.field("rule", finding.rule, first: true)
        output.field("severity", finding.severity)
        output.field("message", string: finding.message)
        output.byte(0x7D)
      }
    }
  }
}
