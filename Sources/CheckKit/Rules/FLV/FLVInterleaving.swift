import FLVKit

/// Audio and video tags of the same time are far from each other.
final class FLVInterleaving: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.interleaving", .warning, "audio and video tags of the same time are far from each other",
      clause: "Adobe FLV 10.1 E.3: tags are in the order of their times",
      cause: "The writer does not interleave, or the streams have different clocks. Players buffer or lose synchronisation.",
      remedy: "'mediaprobe remux IN.flv T.mp4' and 'mediaprobe remux T.mp4 OUT.flv' sort the tags by time.")
  }

  private var isFound = false

  override func tag(_ tag: FLVTagFacts, _ file: FLVFacts, _ run: CheckRun) {
    guard !isFound, tag.isMedia, let last = tag.tag.header.type == .video ? file.audio.last : file.video.last else { return }
    if tag.tag.header.milliseconds(since: last).magnitude < 1000 { return }
    isFound = true
    run.find(
      self, "the last tag of the other stream is at \(last) ms, this one at \(tag.milliseconds) ms", at: tag.tag.position, size: tag.size,
      path: tag.path)
  }
}
