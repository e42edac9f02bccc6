import BitstreamKit
import CheckKit
import ProbeKit
import RemuxKit
import TestSupport
import Testing

/// The paths of findings, given to `explain`.
@Suite struct FindingPathTests {
  /// The bad files whose structure can be read; boxes behind a limit of the reader have no place that it could name.
  private static let cases = RuleCase.all.filter { $0.codec == nil && !$0.isRuinous && $0.rule != "mp4.box-limit" }

  /// The place that a finding names is one that `explain` takes, and finds in the same file.
  @Test(arguments: cases) func explainFindsThePath(_ item: RuleCase) throws {
    let input = ProbeInput(AnyByteSource(MemorySource(try item.damage(item.good()))), name: "a file")
    guard try input.content().container == .mp4 else { return }
    var options = CheckOptions()
    options.targets = item.targets
    for finding in Check(input, options).run().findings {
      guard let path = finding.path, !path.contains(" › ") else { continue }
      let place = try #require(ExplainPlace(path), "\(finding.page.id): \(path)")
      do {
        let answer = try Explain(input).answer(place)
        #expect(answer.explanation != nil, "\(finding.page.id): \(path): \(answer.refusal ?? "")")
      } catch {
        Issue.record("\(finding.page.id): \(path): \(error)")
      }
    }
  }
}
