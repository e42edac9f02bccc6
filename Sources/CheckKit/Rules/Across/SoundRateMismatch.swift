import AACKit
import BitstreamKit
import MP4Kit

/// The sample entry states another sampling rate or number of channels than the AudioSpecificConfig.
final class SoundRateMismatch: MovieRule {
  override var page: RulePage {
    RulePage(
      "across.sound-rate", .warning, "the sample entry states another sampling rate or number of channels than the AudioSpecificConfig",
      clause: "ISO/IEC 14496-14:2020 6.7.2 and ISO/IEC 14496-12:2022 12.2.3",
      cause: "The writer copies the rate of SBR's core or a default. Players that trust the entry play at the wrong pitch.",
      remedy: "mediaprobe check --fix FILE -o OUT.mp4")
  }

  override func track(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard let entry = track.description?.audio, let config = track.description?.audioSpecificConfig, let core = config.coreSampleRate,
      entry.sampleRate > 0
    else { return }
    let offset = file.place("mdia/minf/stbl/stsd", in: track.movieTrack?.node)?.offset
    // With SBR the entry may state the core's rate or twice of it; rates above 65535 do not fit.
    let allowed = [Double(core), Double(core) * 2, Double(core) / 2]
    if core < 65_536, !allowed.contains(entry.sampleRate) {
      run.find(
        self, "the entry states \(decimal(entry.sampleRate)) Hz, the configuration \(core) Hz", at: offset, path: track.tablePath + "/stsd")
    }
    if let channels = config.coreChannelCount, entry.channels != UInt32(channels), entry.channels != 2, entry.channels > 0 {
      run.find(
        self, "the entry states \(entry.channels) channels, the configuration \(channels)", at: offset, path: track.tablePath + "/stsd")
    }
  }
}
