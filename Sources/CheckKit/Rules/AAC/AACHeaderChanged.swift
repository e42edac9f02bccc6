import AACKit

/// The fixed header changes.
final class AACHeaderChanged: AACRule {
  override var page: RulePage {
    RulePage(
      "aac.header-changed", .error, "the fixed header changes",
      clause: "ISO/IEC 14496-3:2019 1.A.2.2.1: the fixed header does not change from frame to frame",
      cause: """
        Streams of different encodes were joined. Players keep the first configuration and play the rest too fast, too \
        slow or not at all.
        """,
      remedy: """
        Join streams of one encoder setting, or encode again. 'mediaprobe remux IN.aac OUT.aac' corrects a header that differs alone.
        """)
  }

  override func event(_ event: ADTSEvent, _ stream: AACFacts, _ run: CheckRun) {
    guard case .frame(let frame) = event, let last = stream.previousHeader else { return }
    let new = frame.header
    var changes: [String] = []
    if new.profileObjectType != last.profileObjectType { changes.append("the profile from \(last.profileName) to \(new.profileName)") }
    if new.samplingFrequencyIndex != last.samplingFrequencyIndex {
      changes.append("the rate from \(last.samplingFrequency ?? 0) Hz to \(new.samplingFrequency ?? 0) Hz")
    }
    if new.channelConfiguration != last.channelConfiguration {
      changes.append("the channels from \(last.channelConfiguration) to \(new.channelConfiguration)")
    }
    if new.id != last.id { changes.append("ID from \(last.id) to \(new.id)") }
    if changes.isEmpty { return }
    run.find(
      self, "\(changes.joined(separator: ", "))", at: frame.position, size: UInt64(frame.header.aacFrameLength),
      path: stream.framePath)
  }
}
