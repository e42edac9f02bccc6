import FLVKit

/// The header announces neither audio nor video.
final class FLVNoStreams: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.no-streams", .warning, "the header announces neither audio nor video",
      clause: "Adobe FLV 10.1 E.2, TypeFlagsAudio and TypeFlagsVideo",
      cause: "The writer did not know the streams when it wrote the header. Players that believe it play nothing.",
      remedy: "'mediaprobe remux IN.flv OUT.flv' rewrites the file.")
  }

  override func header(_ file: FLVFacts, _ run: CheckRun) {
    guard let header = file.header, !header.typeFlagsAudio, !header.typeFlagsVideo else { return }
    run.find(self, "TypeFlagsAudio and TypeFlagsVideo are 0", at: 4, size: 1)
  }
}
