import BitstreamKit
import FLVKit

/// `stereo` contradicts the number of channels.
final class FLVStereo: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.metadata-stereo", .warning, "stereo contradicts the number of channels",
      clause: "Adobe FLV 10.1 E.5, stereo",
      cause: "The metadata was copied from the source or written before the end was known. Players mix wrongly.",
      remedy: "'mediaprobe remux IN.flv OUT.flv' recomputes the metadata.")
  }

  override func end(_ file: FLVFacts, _ run: CheckRun) {
    // With more than two channels, writers set either value.
    guard let value = file.metaData?.stereo, !file.audio.changesConfiguration, let channels = file.channelCount, channels <= 2,
      value != (channels == 2)
    else { return }
    run.find(self, "it is \(value), the sound has \(counted(channels, "channel"))", at: file.metaDataOffset, path: "onMetaData › stereo")
  }
}
