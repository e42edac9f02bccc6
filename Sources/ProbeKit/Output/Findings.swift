/// The findings of one input: reported in order after the rows they follow, up to a limit, and counted.
public struct Findings {
  /// The number of findings that are reported.
  private let limit: Int
  /// The number of findings.
  public private(set) var count = 0
  private let name: String
  private let report: (String) -> Void

  /// Creates the findings of the input called `name`.
  public init(_ name: String, _ sink: ProbeSink) {
    self.name = name
    report = sink.report
    limit = sink.findingLimit
  }

  /// Reports a finding after the rows already in `output`.
  mutating func add(_ text: String, _ output: inout OutputBuffer) {
    if count < limit { output.flush() }
    add(text)
  }

  /// Reports a finding.
  public mutating func add(_ text: String) {
    count += 1
    if count <= limit { report("\(name): \(text)") }
  }

  /// Reports how many findings were not shown.
  public func finish() -> ProbeOutcome {
    if count > limit { report("\(name): \(count - limit) more findings") }
    return count == 0 ? .complete : .findings
  }
}
