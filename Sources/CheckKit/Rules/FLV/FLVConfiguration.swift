import BitstreamKit
import FLVKit
import ProbeKit
import RemuxKit

/// The configuration record in a sequence header states another profile or level than the parameter set.
final class FLVConfiguration: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.configuration-record", .error, "the video sequence header states another profile or level than its parameter set",
      clause: "ISO/IEC 14496-15:2022 5.3.3.1.2 and 8.3.3.1.2: the fields of the record are those of the sets, or cover all of them",
      cause: "The writer fills the record with constants, or changed the set alone. Players decide by the record whether they can decode.",
      remedy: "Extract the stream and remux it: the record is made from its sets.")
  }

  /// The first video sequence header.
  private var header: (offset: UInt64, size: UInt64, path: String)?

  override func tag(_ tag: FLVTagFacts, _ file: FLVFacts, _ run: CheckRun) {
    guard header == nil, let video = tag.details.video, video.isSequenceHeader else { return }
    header = (tag.tag.position, tag.size, tag.path)
  }

  override func end(_ file: FLVFacts, _ run: CheckRun) {
    guard let header, let track = file.videoTrack else { return }
    var found: [String] = []
    switch track.media.configuration {
    case .avc(let record): if let set = track.h264?.firstSet { found = AVCProfileMismatch.differences(record, set) }
    case .hevc(let record): if let set = track.hevc?.firstSet { found = HEVCConfigurationMismatch.differences(record, set) }
    default: break
    }
    for why in found { run.find(self, why, at: header.offset, size: header.size, path: header.path) }
  }
}
