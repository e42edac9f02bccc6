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

  private static let most: Int32 = 1000
  private var isFound = false
  /// The first tag that is far ahead of the last one of the other stream. That stream may have paused there, or ended: its next tag tells.
  private var ahead: (tag: FLVTagFacts, last: UInt32)?

  override func tag(_ tag: FLVTagFacts, _ file: FLVFacts, _ run: CheckRun) {
    guard !isFound, tag.isMedia else { return }
    if let ahead, ahead.tag.tag.header.type != tag.tag.header.type {
      self.ahead = nil
      let isLate = tag.tag.header.milliseconds(since: ahead.tag.milliseconds) <= -Self.most / 2
      if isLate { return find(ahead.tag, ahead.last, run) }
    }
    guard let last = tag.tag.header.type == .video ? file.audio.last : file.video.last else { return }
    let distance = tag.tag.header.milliseconds(since: last)
    if distance <= -Self.most { return find(tag, last, run) }
    if distance >= Self.most, ahead == nil { ahead = (tag, last) }
  }

  private func find(_ tag: FLVTagFacts, _ last: UInt32, _ run: CheckRun) {
    isFound = true
    run.find(
      self, "the last tag of the other stream is at \(last) ms, this one at \(tag.milliseconds) ms", at: tag.tag.position, size: tag.size,
      path: tag.path)
  }
}
