import FLVKit

/// A tag has a type that the specification does not define.
final class FLVUnknownTagType: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.unknown-tag-type", .error, "a tag has a type that the specification does not define",
      clause: "Adobe FLV 10.1 E.4.1: 8, 9 and 18",
      cause: """
        The file is damaged, and what is read as a tag is none, or its writer uses a private type. Players skip the tag or \
        stop.
        """,
      remedy: "'mediaprobe remux IN.flv OUT.flv' rewrites the file.")
  }

  override func fault(_ fault: FLVFault, _ file: FLVFacts, _ run: CheckRun) {
    guard case .finding(let finding) = fault, case .unknownTagType = finding else { return }
    run.find(self, finding.description, at: finding.position, size: 11)
  }
}
