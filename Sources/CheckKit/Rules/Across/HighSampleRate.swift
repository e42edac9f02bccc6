import AACKit
import BitstreamKit
import MP4Kit

/// A sampling rate above 65535 Hz is cut to 16 bits.
final class HighSampleRate: MovieRule {
  override var page: RulePage {
    RulePage(
      "across.high-sample-rate", .warning, "a sampling rate above 65535 Hz is cut to 16 bits",
      clause: "ISO/IEC 14496-12:2022 12.2.3: samplerate is a 16.16 number; higher rates need AudioSampleEntryV1 with srat, or 0 here",
      cause: "The writer stores the lower 16 bits. Players that trust the entry play at the wrong pitch.",
      remedy: "Write the file again from its source.")
  }

  override func track(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard let entry = track.description?.audio, let rate = track.description?.audioSpecificConfig?.sampleRate, rate > 65_535,
      entry.sampleRate > 0, entry.sampleRate == Double(rate & 0xFFFF)
    else { return }
    run.find(
      self, "the entry states \(decimal(entry.sampleRate)) Hz, the configuration \(rate) Hz",
      at: file.place("mdia/minf/stbl/stsd", in: track.movieTrack?.node)?.offset, path: track.tablePath + "/stsd")
  }
}
