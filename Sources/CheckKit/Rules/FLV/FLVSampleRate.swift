import FLVKit

/// `audiosamplerate` differs from the sampling rate of the sound.
final class FLVSampleRate: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.metadata-audiosamplerate", .warning, "audiosamplerate differs from the sampling rate of the sound",
      clause: "Adobe FLV 10.1 E.5, audiosamplerate",
      cause: """
        The metadata was copied from the source or written before the end was known. Players that believe it play at a \
        wrong speed.
        """,
      remedy: "'mediaprobe remux IN.flv OUT.flv' recomputes the metadata.")
  }

  override func end(_ file: FLVFacts, _ run: CheckRun) {
    guard let value = file.metaData?.audiosamplerate, value > 0, !file.audio.changesConfiguration, let rates = file.sampleRates,
      !rates.contains(where: { Double($0) == value })
    else { return }
    // Some writers give kilohertz.
    run.find(
      self, "it is \(decimal(value)), the sound has \(rates.first ?? 0) Hz", at: file.metaDataOffset, path: "onMetaData › audiosamplerate")
  }
}
