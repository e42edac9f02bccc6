import AACKit

/// The stream has a tag that is not an ADTS frame.
final class AACTagInside: AACRule {
  override var page: RulePage {
    RulePage(
      "aac.foreign-tag", .note, "the stream has a tag that is not an ADTS frame",
      clause: "ID3v2.4, ID3v1 and APEv2 are no part of ISO/IEC 14496-3",
      cause: """
        A music program or an HLS packager added it. Players skip the tags at the beginning and the end; in between some \
        click.
        """,
      remedy: "'mediaprobe remux IN.aac OUT.aac' keeps the frames alone.")
  }

  override func event(_ event: ADTSEvent, _ stream: AACFacts, _ run: CheckRun) {
    switch event {
    case .id3(let position, let size):
      // HLS begins each segment with a tag.
      if position > 0 { run.find(self, "an ID3v2 tag of \(size) bytes", at: position, size: size) }
    case .garbage(let position, let count, let kind) where kind != .unknown:
      run.find(self, "an \(kind.name) of \(count) bytes", at: position, size: count)
    default: break
    }
  }
}
