import BitstreamKit
import CheckKit
import NALKit
import ProbeKit
import RemuxKit
import TestSupport
import Testing

/// A file that a rule is about, and the same file without the fault.
struct RuleCase: Sendable, CustomTestStringConvertible {
  /// The rule that the bad file violates.
  let rule: String
  /// What is wrong.
  let name: String
  /// Further rules that the bad file cannot but violate.
  var also: Set<String> = []
  /// Whether the damage makes so much unreadable that any rule may have findings.
  var isRuinous = false
  /// The targets to check for.
  var targets: [CheckTarget] = []
  /// The codec of a byte stream that cannot be detected.
  var codec: VideoCodec?
  /// The file that the rule has no finding in.
  let good: @Sendable () throws -> [UInt8]
  /// Makes the bad file from the good one.
  let damage: @Sendable ([UInt8]) throws -> [UInt8]

  var testDescription: String { "\(rule): \(name)" }

  /// The rules with findings in a file.
  static func rules(in bytes: [UInt8], targets: [CheckTarget] = [], codec: VideoCodec? = nil) -> Set<String> {
    var options = CheckOptions()
    (options.targets, options.codec) = (targets, codec)
    return Set(Check(ProbeInput(AnyByteSource(MemorySource(bytes)), name: "a file"), options).run().findings.map { $0.page.id.description })
  }

  /// All cases, one list a family.
  static let all: [RuleCase] = byteStream + h264 + hevc + aac + flv + movie + fragments + protection + images + across + targets
}

/// Checks that each rule finds its bad file and not its good one.
@Suite struct RuleTests {
  /// The bad file has the finding, and no other that the good file does not have.
  @Test(arguments: RuleCase.all) func theBadFileIsFoundAndTheGoodOneIsNot(_ item: RuleCase) throws {
    let good = try item.good()
    let before = RuleCase.rules(in: good, targets: item.targets, codec: item.codec)
    #expect(!before.contains(item.rule), "the good file has the finding")
    let bad = try item.damage(good)
    #expect(bad != good)
    let after = RuleCase.rules(in: bad, targets: item.targets, codec: item.codec)
    #expect(after.contains(item.rule), "the bad file does not have the finding")
    if item.isRuinous { return }
    #expect(after.subtracting(before).subtracting(item.also) == [item.rule])
  }

  @Test(arguments: Check.rules.map(\.id.description)) func everyRuleHasACase(_ id: String) {
    #expect(RuleCase.all.contains { $0.rule == id })
  }

  @Test func identifiersAreUniqueAndPagesComplete() {
    var seen: Set<String> = []
    for page in Check.rules {
      let id = page.id.description
      #expect(seen.insert(id).inserted, "\(id) is used twice")
      #expect(id.wholeMatch(of: /[a-z0-9]+\.[a-z0-9]+(-[a-z0-9]+)*/) != nil)
      for text in [page.title, page.clause, page.cause, page.remedy] { #expect(!text.description.isEmpty) }
      #expect(page.title.description.first?.isUppercase == false || page.title.description.first?.isLetter == true)
    }
  }
}
