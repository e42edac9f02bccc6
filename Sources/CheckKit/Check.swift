import BitstreamKit
import NALKit
import ProbeKit
import RemuxKit

/// What a check found in one file.
public struct CheckResult: Sendable {
  /// The findings in the order in which they were found, at most `CheckOptions.shownPerRule` of each rule.
  public let findings: [RuleFinding]
  /// The rules with more findings than that.
  public let hidden: [HiddenFindings]
  /// The format of the file; nil if it was not recognised.
  public let container: MediaContainer?
  /// Why the file could not be checked, or not to its end; nil if it was.
  public let refusal: String?
  /// How the check ended: `complete` also with findings.
  public let outcome: ProbeOutcome

  /// Creates the result of a check.
  init(
    findings: [RuleFinding], hidden: [HiddenFindings], container: MediaContainer?, refusal: String?, outcome: ProbeOutcome
  ) {
    self.findings = findings
    self.hidden = hidden
    self.container = container
    self.refusal = refusal
    self.outcome = outcome
  }

  /// Creates the result for a file that could not be opened.
  public init(refusal: String) {
    self.init(findings: [], hidden: [], container: nil, refusal: refusal, outcome: .failed)
  }

  /// The number of findings of a severity.
  public func count(_ severity: Severity) -> Int {
    findings.count { $0.page.severity == severity } + hidden.reduce(0) { $0 + ($1.page.severity == severity ? $1.count : 0) }
  }

  /// The highest severity among the findings, also those that are not shown; nil if there are none.
  public var worst: Severity? { (findings.map { $0.page.severity } + hidden.map { $0.page.severity }).max() }
}

/// Judges a file: what is wrong with it, where, by which clause, and what to do about it.
///
///     let result = Check(ProbeInput(source, name: "in.mp4")).run()
///     for finding in result.findings { print(finding.page.id, finding.message) }
///
/// A check reads the file once for its structure, and the samples of each track once, in bounded memory.
public struct Check {
  private let input: ProbeInput
  private let options: CheckOptions

  /// Creates a check.
  public init(_ input: ProbeInput, _ options: CheckOptions = CheckOptions()) {
    self.input = input
    self.options = options
  }

  /// All rules, in the order of their families.
  public static var rules: [RulePage] { RuleTable.pages }

  /// Reads the file and applies the rules.
  public func run() -> CheckResult { run(recorder: nil) }

  /// Reads the file, applies the rules, and passes on the samples.
  func run(recorder: SampleRecorder?) -> CheckResult {
    let run = CheckRun(options, recorder: recorder)
    var container: MediaContainer?
    var (refusal, outcome): (String?, ProbeOutcome) = (nil, .complete)
    do {
      let content = try input.content()
      container = content.container
      if let codec = options.codec, container.map({ $0.videoCodec != nil }) ?? true { container = MediaContainer(codec) }
      if let container {
        for rule in run.selected(RuleTable.files()) { rule.file(container, run) }
        try check(container, run)
      } else {
        (refusal, outcome) = (content.refusal() ?? "the format of the file is not known", .malformed)
      }
    } catch { (refusal, outcome) = ("\(error)", .failed) }
    let findings = input.segments.isEmpty ? run.findings : run.findings.map { $0.placed(in: input.segments) }
    return CheckResult(
      findings: findings, hidden: run.hiddenFindings, container: container, refusal: refusal, outcome: outcome)
  }

  private func check(_ container: MediaContainer, _ run: CheckRun) throws(ByteError) {
    switch container {
    case .mp4: try MoviePass(input, run).check()
    case .flv:
      var pass = FLVPass(input, run)
      try pass.check(input)
    case .adts:
      var pass = AACPass(run)
      try pass.check(input)
    case .h264, .hevc:
      var pass = ByteStreamPass(container == .h264 ? .h264 : .hevc, run)
      try pass.check(input)
    }
  }
}
