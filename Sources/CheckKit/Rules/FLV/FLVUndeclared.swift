import FLVKit

/// There are tags of a kind that the header does not announce.
final class FLVUndeclared: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.undeclared-stream", .error, "there are tags of a kind that the header does not announce",
      clause: "Adobe FLV 10.1 E.2: the flags are 1 if such tags are present",
      cause: "The writer did not know the streams when it wrote the header. Some players ignore the tags.",
      remedy: "'mediaprobe remux IN.flv OUT.flv' rewrites the file.")
  }

  override func tag(_ tag: FLVTagFacts, _ file: FLVFacts, _ run: CheckRun) {
    guard let header = file.header, header.typeFlagsAudio || header.typeFlagsVideo else { return }
    if tag.tag.header.type == .video, file.video.tagCount == 0, !header.typeFlagsVideo {
      run.find(self, "TypeFlagsVideo is 0", at: tag.tag.position, size: tag.size, path: tag.path)
    } else if tag.tag.header.type == .audio, file.audio.tagCount == 0, !header.typeFlagsAudio {
      run.find(self, "TypeFlagsAudio is 0", at: tag.tag.position, size: tag.size, path: tag.path)
    }
  }
}
