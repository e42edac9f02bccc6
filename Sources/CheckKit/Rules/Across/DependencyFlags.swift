import BitstreamKit
import MP4Kit
import RemuxKit

/// The dependency flags of samples contradict the pictures.
final class DependencyFlags: MovieRule {
  override var page: RulePage {
    RulePage(
      "across.dependency-flags", .warning, "the dependency flags of samples contradict the pictures",
      clause: "ISO/IEC 14496-12:2022 8.6.4.3 and 8.8.3.1: sample_depends_on and sample_is_depended_on, in sdtp and in fragments",
      cause: """
        The writer sets constant flags, or a tool moved samples without their flags. Players that go by them drop pictures \
        that others refer to, or seek to pictures that cannot be decoded alone.
        """,
      remedy: "Remove the box, which is optional, or write it anew.")
  }

  /// The number of wrong flags of each kind and the first sample.
  private var wrong: [(count: Int, first: UInt64, offset: UInt64)] = []

  override func track(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) { wrong = Array(repeating: (0, 0, 0), count: 4) }

  override func picture(_ picture: TrackPicture, _ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    if picture.sample.dependency == 0 || picture.fields != .none { return }
    let (dependsOn, isDependedOn) = (picture.sample.dependency >> 4 & 3, picture.sample.dependency >> 2 & 3)
    var kind: Int?
    if dependsOn == 2, !picture.isIntra { kind = 0 }
    if dependsOn == 1, picture.isKey { kind = 1 }
    if isDependedOn == 2, picture.isKey { kind = 2 }
    if isDependedOn == 1, !picture.isReference { kind = 3 }
    guard let kind else { return }
    if wrong[kind].count == 0 { (wrong[kind].first, wrong[kind].offset) = (picture.index, picture.sample.offset) }
    wrong[kind].count += 1
  }

  override func endOfTrack(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    for (kind, found) in wrong.enumerated() where found.count > 0 {
      let what =
        switch kind {
        case 0: "samples of P or B slices state that they depend on no others"
        case 1: "key pictures state that they depend on others"
        case 2: "key pictures state that no others depend on them"
        default: "non-reference pictures state that others depend on them"
        }
      run.find(
        self, "\(found.count) \(what); the first is sample \(found.first)", at: found.offset, path: file.tablePath("sdtp", of: track))
    }
  }
}
