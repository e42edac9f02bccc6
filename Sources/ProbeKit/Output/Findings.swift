/// The findings of one input: reported in order after the rows they follow, up to a limit, and counted.
public struct Findings {
  /// A damaged file repeats the same finding; the rest is only counted.
  public static let mostShown = 20
  /// The number of findings.
  public private(set) var count = 0
  private let name: String
  private let report: (String) -> Void

  /// Creates the findings of the input called `name`.
  public init(_ name: String, _ sink: ProbeSink) {
    self.name = name
    report = sink.report
  }

  /// Reports a finding after the rows already in `output`.
  mutating func add(_ text: String, _ output: inout OutputBuffer) {
    if count < Self.mostShown { output.flush() }
    add(text)
  }

  /// Reports a finding.
  public mutating func add(_ text: String) {
    count += 1
    if count <= Self.mostShown { report("\(name): \(text)") }
  }

  /// Reports how many findings were not shown.
  public func finish() -> ProbeOutcome {
    if count > Self.mostShown { report("\(name): \(count - Self.mostShown) more findings") }
    return count == 0 ? .complete : .findings
  }
}
