import NALKit
import RemuxKit

/// Which rules a check applies.
public struct CheckOptions: Sendable {
  /// The only rules to apply, by identifier or family; empty for all.
  public var only: [String] = []
  /// Rules not to apply, by identifier or family.
  public var ignored: [String] = []
  /// The targets whose rules are applied too.
  public var targets: [CheckTarget] = []
  /// The codec of a byte stream; nil to detect it.
  public var codec: VideoCodec?
  /// The number of findings of a rule that are shown for a file, at least 0; the others are counted.
  public var shownPerRule = 5 { didSet { shownPerRule = max(0, shownPerRule) } }

  /// Applies all rules that are not about a target.
  public init() {}

  /// Whether a rule is applied.
  public func applies(_ page: RulePage) -> Bool {
    if !page.targets.isEmpty, !page.targets.contains(where: { targets.contains($0) }) { return false }
    let (id, family) = (page.id.description, page.family)
    if ignored.contains(where: { $0 == id || $0 == family }) { return false }
    return only.isEmpty || only.contains { $0 == id || $0 == family }
  }
}
