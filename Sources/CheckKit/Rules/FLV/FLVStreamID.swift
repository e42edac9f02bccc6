import FLVKit

/// StreamID is not 0.
final class FLVStreamID: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.stream-id", .error, "StreamID is not 0",
      clause: "Adobe FLV 10.1 E.4.1: always 0",
      cause: "An RTMP message was written with its stream ID, or the file is damaged.",
      remedy: "'mediaprobe remux IN.flv OUT.flv' rewrites the file.")
  }

  override func fault(_ fault: FLVFault, _ file: FLVFacts, _ run: CheckRun) {
    guard case .finding(let finding) = fault, case .streamID = finding else { return }
    run.find(self, finding.description, at: finding.position, size: 11)
  }
}
