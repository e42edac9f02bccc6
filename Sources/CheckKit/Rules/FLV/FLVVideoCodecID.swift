import BitstreamKit
import FLVKit
import ProbeKit

/// `videocodecid` is not the codec of the video tags.
final class FLVVideoCodecID: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.metadata-videocodecid", .warning, "videocodecid is not the codec of the video tags",
      clause: "Adobe FLV 10.1 E.5, videocodecid",
      cause: "The metadata was copied from the source or written before the end was known. Players choose a decoder by it.",
      remedy: "'mediaprobe remux IN.flv OUT.flv' recomputes the metadata.")
  }

  private var codec: (id: UInt8?, fourCC: FourCC?, name: String)?

  override func tag(_ tag: FLVTagFacts, _ file: FLVFacts, _ run: CheckRun) {
    guard codec == nil, tag.isMedia, let video = tag.details.video else { return }
    codec = (video.codecID, video.exVideoTagHeader?.videoFourCc, video.codecName.description)
  }

  override func end(_ file: FLVFacts, _ run: CheckRun) {
    guard let value = file.metaData?.videocodecid, let codec else { return }
    let isRight =
      switch value {
      case .id(let id): codec.id == id || codec.fourCC != nil
      case .fourCC(let code): codec.fourCC == code || codec.id == 7 && code == VideoFourCc.avc || codec.id == 12 && code == VideoFourCc.hevc
      default: true
      }
    if isRight { return }
    run.find(self, "it is \(value), the tags have \(codec.name)", at: file.metaDataOffset, path: "onMetaData › videocodecid")
  }
}
