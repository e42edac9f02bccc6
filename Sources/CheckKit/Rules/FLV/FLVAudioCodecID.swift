import BitstreamKit
import FLVKit
import ProbeKit

/// `audiocodecid` is not the codec of the audio tags.
final class FLVAudioCodecID: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.metadata-audiocodecid", .warning, "audiocodecid is not the codec of the audio tags",
      clause: "Adobe FLV 10.1 E.5, audiocodecid",
      cause: "The metadata was copied from the source or written before the end was known. Players choose a decoder by it.",
      remedy: "'mediaprobe remux IN.flv OUT.flv' recomputes the metadata.")
  }

  private var codec: (id: UInt8?, fourCC: FourCC?, name: String)?

  override func tag(_ tag: FLVTagFacts, _ file: FLVFacts, _ run: CheckRun) {
    guard codec == nil, tag.isMedia, let audio = tag.details.audio else { return }
    codec = (audio.exAudioTagHeader == nil ? audio.soundFormat : nil, audio.exAudioTagHeader?.audioFourCc, audio.codecName.description)
  }

  override func end(_ file: FLVFacts, _ run: CheckRun) {
    guard let value = file.metaData?.audiocodecid, let codec else { return }
    let isRight =
      switch value {
      case .id(let id): codec.id == id || codec.fourCC != nil
      case .fourCC(let code): codec.fourCC == code || codec.id == 10 && code == AudioFourCc.aac || codec.id == 2 && code == AudioFourCc.mp3
      default: true
      }
    if isRight { return }
    run.find(self, "it is \(value), the tags have \(codec.name)", at: file.metaDataOffset, path: "onMetaData › audiocodecid")
  }
}
