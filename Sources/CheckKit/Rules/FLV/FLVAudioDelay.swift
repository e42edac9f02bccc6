import FLVKit

/// `audiodelay` is not the time between the first video and the first audio tag.
final class FLVAudioDelay: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.metadata-audiodelay", .note, "audiodelay is not the time between the first video and the first audio tag",
      clause: "Adobe FLV 10.1 E.5, audiodelay: the delay of the audio codec; as writers use it, the time between the first tags",
      cause: """
        The metadata was copied from the source or written before the end was known. Players that believe it lose \
        synchronisation.
        """,
      remedy: "'mediaprobe remux IN.flv OUT.flv' recomputes the metadata.")
  }

  override func end(_ file: FLVFacts, _ run: CheckRun) {
    guard let value = file.metaData?.audiodelay, let audio = file.audio.first, let video = file.video.first else { return }
    let delay = (Double(audio) - Double(video)) / 1000
    guard (value - delay).magnitude >= 1 else { return }
    run.find(
      self, "it is \(decimal(value)) s, the first tags are \(decimal(delay)) s apart", at: file.metaDataOffset,
      path: "onMetaData › audiodelay")
  }
}
