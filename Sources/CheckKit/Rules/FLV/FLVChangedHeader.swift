import FLVKit
import ProbeKit

/// A sequence header changes.
final class FLVChangedHeader: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.changed-sequence-header", .warning, "a sequence header changes",
      clause: "Adobe FLV 10.1 E.4.2.2 and E.4.3.2",
      cause: """
        The encoder was restarted with other settings, or two recordings were joined. Players that read one configuration \
        alone show artefacts from here on.
        """,
      remedy: "Cut the file at the change.")
  }

  private var last: [UInt8: (head: [UInt8], size: UInt32)] = [:]

  override func tag(_ tag: FLVTagFacts, _ file: FLVFacts, _ run: CheckRun) {
    let isConfiguration = tag.details.video?.isSequenceHeader ?? tag.details.audio?.isSequenceHeader ?? false
    guard isConfiguration, tag.details.tracks.isEmpty else { return }
    // Tracks have sequence headers of their own.
    let id = tag.details.video?.exVideoTagHeader?.videoTrackId ?? tag.details.audio?.exAudioTagHeader?.audioTrackId ?? 0
    let key = id << 1 | (tag.tag.header.type == .video ? 1 : 0)
    let new = (head: Array(tag.head.dropFirst()), size: tag.tag.header.dataSize)
    defer { last[key] = new }
    guard let old = last[key], !(old.head == new.head && old.size == new.size) else { return }
    run.find(self, "the \(tag.tag.header.type.name) sequence header is another one", at: tag.tag.position, size: tag.size, path: tag.path)
  }
}
