import BitstreamKit
import CheckKit
import Synchronization

/// The findings in all files of a run, collected from their threads.
final class CheckTotals: Sendable {
  private struct State {
    var checked = 0
    var clean = 0
    var counts = [0, 0, 0]
    var pages: [String: RulePage] = [:]
  }

  private let state = Mutex(State())

  /// Adds the result for one file.
  func add(_ result: CheckResult) {
    state.withLock { state in
      if result.refusal == nil {
        state.checked += 1
        if result.worst == nil, result.hidden.isEmpty { state.clean += 1 }
      }
      for finding in result.findings { state.pages[finding.page.id.description] = finding.page }
      for (index, severity) in [Severity.error, .warning, .note].enumerated() { state.counts[index] += result.count(severity) }
    }
  }

  /// The rules with findings, in the order of the families.
  var pages: [RulePage] {
    let pages = state.withLock { $0.pages }
    return Check.rules.compactMap { pages[$0.id.description] }
  }

  /// One line about a run over `count` files, those that could not be opened included.
  func line(of count: Int) -> String {
    let totals = state.withLock { $0 }
    var parts = [counted(count, "file"), "\(totals.clean) clean"]
    for (index, name) in ["error", "warning", "note"].enumerated() { parts.append(counted(totals.counts[index], name)) }
    if totals.checked < count { parts.append("\(count - totals.checked) not read to the end") }
    return "total: \(parts.joined(separator: ", "))\n"
  }
}
