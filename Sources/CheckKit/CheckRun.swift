import BitstreamKit
import MP4Kit

/// Collects the findings of one file. Rules report to it; the passes tell it the current track, sample and time.
final class CheckRun {
  let options: CheckOptions
  private(set) var findings: [RuleFinding] = []
  private var hidden: [String: (page: RulePage, count: Int)] = [:]
  /// The number of findings of each rule that are shown so far, over all tracks.
  private var shown: [String: Int] = [:]

  /// The index of the track under check.
  var track: Int?
  /// The index of the sample or picture under check.
  var sample: Int?
  /// The presentation time of the sample under check in seconds.
  var seconds: Double?

  /// Receives the samples, pictures and buffers as they are read; nil if nothing wants them.
  var recorder: SampleRecorder?

  init(_ options: CheckOptions, recorder: SampleRecorder? = nil) { (self.options, self.recorder) = (options, recorder) }

  /// The rules of a list that are applied.
  func selected<Family: Rule>(_ rules: [Family]) -> [Family] { rules.filter { options.applies($0.page) } }

  /// Forgets the current track and sample.
  func leaveTrack() { (track, sample, seconds) = (nil, nil, nil) }

  /// Reports a finding. Findings beyond the limit of a rule are counted.
  func find(
    _ rule: Rule, _ message: @autoclosure () -> String, at offset: UInt64? = nil, size: UInt64? = nil,
    path: @autoclosure () -> String? = nil
  ) {
    rule.count += 1
    // Each rule of a track has its own count, so that most findings of a broken file cost no lookup.
    if rule.count > options.shownPerRule {
      if rule.count == options.shownPerRule + 1 { tooMany.append(rule) }
      return
    }
    let page = rule.page.judged(for: options.targets)
    let id = page.id.description
    let number = shown[id, default: 0]
    if number >= options.shownPerRule {
      hidden[id, default: (page, 0)].count += 1
      return
    }
    shown[id] = number + 1
    var finding = RuleFinding(
      page: page, message: message(), offset: offset, size: size, path: path(), track: track, sample: sample, seconds: seconds)
    let hash = finding.hash(0)
    finding.repetition = repetitions[hash, default: 0]
    repetitions[hash] = finding.repetition + 1
    findings.append(finding)
  }

  /// The numbers of findings so far that differ in numbers alone, by their hash.
  private var repetitions: [UInt64: Int] = [:]

  /// Rules that have found more than is shown.
  private var tooMany: [Rule] = []

  /// The rules with findings that are not shown, and their numbers.
  var hiddenFindings: [HiddenFindings] {
    var all = hidden
    for rule in tooMany {
      all[rule.page.id.description, default: (rule.page.judged(for: options.targets), 0)].count += rule.count - options.shownPerRule
    }
    return all.values.map { HiddenFindings(page: $0.page, count: $0.count) }.ordered {
      ($1.page.severity, $0.page.id.description) < ($0.page.severity, $1.page.id.description)
    }
  }
}

extension CheckRun {
  /// Reports what a parser found in a unit.
  func fault(_ rule: Rule, _ error: SyntaxError, _ unit: String) {
    // Access units are not structures of the syntax.
    let names = (error.path + [error.element]).filter { !$0.isEmpty && $0 != "nal_unit" && $0 != "access_unit" }
    let path = ([unit] + names).joined(separator: " › ")
    find(rule, error.reason.description, at: error.byteOffset, path: path)
  }
}

/// A number with at most three decimals, or as many as `places`.
func decimal(_ value: Double, places: Int = 3) -> String {
  guard value.isFinite, value.magnitude < 1e15 else { return "\(value)" }
  let unit = (0..<places).reduce(Int64(1)) { unit, _ in unit * 10 }
  let whole = Int64(saturating: value.magnitude.rounded(.down))
  let scaled = Int64(saturating: ((value.magnitude - Double(whole)) * Double(unit)).rounded())
  var text = "\(whole + scaled / unit)"
  let rest = scaled % unit
  if rest > 0 {
    let digits = "\(rest)"
    text += "." + String(repeating: "0", count: places - digits.count) + digits
    while text.hasSuffix("0") { text.removeLast() }
  }
  return (value < 0 && (whole > 0 || scaled > 0) ? "-" : "") + text
}

extension BoxFinding {
  /// The path in the form of `BoxFacts.path`, without indices.
  var pathText: String? { path.isEmpty ? nil : path.map { $0.description }.joined(separator: "/") }
}
