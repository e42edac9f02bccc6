import BitstreamKit
import CheckKit
import ProbeKit
import RemuxKit

/// A file in memory is checked, and then, as `step` says, checked again, mended, explained at some bytes or compared with itself: a check of
/// the same bytes finds the same, a rule that is ignored takes only its findings away, a mended file has no new findings, and a file does
/// not differ from itself.
func fuzzCheck(_ input: [UInt8]) throws(Violation) {
  var tape = ByteTape(input)
  let (choice, step) = (tape.byte(), tape.byte())
  let bytes = tape.rest()
  var options = CheckOptions()
  options.targets = CheckTarget.allCases.filter { $0.rawValue < 8 && choice >> $0.rawValue & 1 != 0 }
  options.shownPerRule = 1 + Int(step & 3)
  let result = Check(file(bytes), options).run()
  for finding in result.findings { _ = (finding.message, finding.path, finding.page.command, finding.page.cause.description) }
  try demand(result.refusal != nil || result.container != nil, "a file of no format is not refused")
  switch step >> 2 & 3 {
  case 0: try repeatCheck(result, bytes, options)
  case 1: try mend(result, bytes, options)
  case 2:
    _ = HeaderCheck.verdict(of: file(bytes))
    explain(bytes, step)
    for finding in result.findings { if let path = finding.path { try find(path, bytes) } }
  default:
    let outcome = Diff(file(bytes), file(bytes)).run(ProbeSink(MemoryFile().output(canReplace: false)) { _ in })
    try demand(outcome != .findings, "a file differs from itself")
  }
}

private func repeatCheck(_ result: CheckResult, _ bytes: [UInt8], _ options: CheckOptions) throws(Violation) {
  let found = rules(result)
  let again = Check(file(bytes), options).run()
  try demand(rules(again) == found && again.findings.map { $0.message } == result.findings.map { $0.message }, "a check is not repeatable")
  guard let first = result.findings.first?.page.id.description else { return }
  var fewer = options
  fewer.ignored = [first]
  let left = rules(Check(file(bytes), fewer).run())
  try demand(left == found.filter { $0 != first }, "\(first) is ignored, and other rules find something else")
}

private func file(_ bytes: [UInt8]) -> ProbeInput { ProbeInput(AnyByteSource(MemorySource(bytes)), name: "a file") }

/// The rules with findings.
private func rules(_ result: CheckResult) -> [String] {
  var found: Set<String> = []
  for finding in result.findings { found.insert(finding.page.id.description) }
  for hidden in result.hidden { found.insert(hidden.page.id.description) }
  return found.sorted()
}

private func mend(_ result: CheckResult, _ bytes: [UInt8], _ options: CheckOptions) throws(Violation) {
  var fixing = FixOptions()
  (fixing.check, fixing.preferred) = (options, bytes.count % 2 == 0 ? .bitstream : .container)
  let fix = Fix(AnyByteSource(MemorySource(bytes)), name: "a file", fixing)
  guard let plan = try? fix.plan() else { return }
  let output = MemoryFile()
  guard let carried = try? fix.write(plan, to: output.output(canReplace: true, canRead: true)) else {
    _ = fix.refuse(plan, "it cannot be written")
    return
  }
  let written = plan.isEmpty ? nil : AnyByteSource(MemorySource(output.bytes))
  guard let report = try? fix.judge(plan, written, carried), report.isWritten else { return }
  let (before, after) = (rules(result), rules(Check(file(output.bytes), options).run()))
  if let new = after.first(where: { !before.contains($0) }) { throw Violation("a mended file has a new finding: \(new)") }
}

/// The path of a finding is a place that can be asked for. Boxes that are missing are not found there.
private func find(_ path: String, _ bytes: [UInt8]) throws(Violation) {
  guard let place = ExplainPlace(path) else { throw Violation("\(path) is not a place") }
  _ = try? Explain(file(bytes)).answer(place)
}

private func explain(_ bytes: [UInt8], _ step: UInt8) {
  var offset = 0
  for _ in 0..<8 where offset < bytes.count {
    _ = try? Explain(file(bytes)).answer(.offset(UInt64(offset)))
    offset += 1 + Int(step) * 7
  }
  for text in ["unit 1", "sample 0:2", "time 0.2s", "moov"] {
    if let place = ExplainPlace(text) { _ = try? Explain(file(bytes)).answer(place) }
  }
}
