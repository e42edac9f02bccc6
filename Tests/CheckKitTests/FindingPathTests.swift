import BitstreamKit
import CheckKit
import Foundation
import ProbeKit
import RemuxKit
import TestSupport
import Testing

/// The paths of findings, given to `explain`.
@Suite struct FindingPathTests {
  /// The bad files whose structure can be read; boxes behind a limit of the reader have no place that it could name.
  private static let cases = RuleCase.all.filter { !$0.isRuinous && $0.rule != "mp4.box-limit" }

  /// The place that a finding names is one that `explain` takes, and finds in the same file.
  @Test(arguments: cases) func explainFindsThePath(_ item: RuleCase) throws {
    let input = ProbeInput(AnyByteSource(MemorySource(try item.damage(item.good()))), name: "a file")
    var options = CheckOptions()
    (options.targets, options.codec) = (item.targets, item.codec)
    for finding in Check(input, options).run().findings {
      guard let path = finding.path else { continue }
      let place = try #require(ExplainPlace(path), "\(finding.page.id): \(path)")
      #expect(ExplainPlace(path.replacingOccurrences(of: " › ", with: " > ")) == place)
      #expect(ExplainPlace(path.replacingOccurrences(of: " › ", with: "/")) == place)
      do {
        let answer = try Explain(input, codec: item.codec).answer(place)
        #expect(answer.explanation != nil, "\(finding.page.id): \(path): \(answer.refusal ?? "")")
      } catch {
        Issue.record("\(finding.page.id): \(path): \(error)")
      }
    }
  }
}
