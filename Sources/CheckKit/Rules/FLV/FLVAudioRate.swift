import FLVKit

/// `audiodatarate` differs much from the bit rate of the audio tags.
final class FLVAudioRate: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.metadata-audiodatarate", .note, "audiodatarate differs much from the bit rate of the audio tags",
      clause: "Adobe FLV 10.1 E.5, audiodatarate",
      cause: "The metadata gives the rate that the encoder was set to. Players that choose by rate choose wrongly.",
      remedy: "'mediaprobe remux IN.flv OUT.flv' recomputes the metadata.")
  }

  override func end(_ file: FLVFacts, _ run: CheckRun) {
    guard let value = file.metaData?.audiodatarate, value > 0, let rate = file.measuredRate(file.audio) else { return }
    guard value > 3 * rate || rate > 3 * value else { return }
    run.find(
      self, "it is \(decimal(value)) kbit/s, the tags have \(decimal(rate)) kbit/s", at: file.metaDataOffset,
      path: "onMetaData › audiodatarate")
  }
}
