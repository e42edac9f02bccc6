import FLVKit
import ProbeKit

/// The video changes its codec.
final class FLVVideoCodecChanged: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.video-codec-changed", .warning, "the video changes its codec",
      clause: "Adobe FLV 10.1 E.4.3.1",
      cause: "Two recordings were joined, or the source changed. Most players keep the first decoder and show no picture.",
      remedy: "Cut the file at the change.")
  }

  private var last: String?

  override func tag(_ tag: FLVTagFacts, _ file: FLVFacts, _ run: CheckRun) {
    guard let video = tag.details.video, video.videoCommand == nil, video.exVideoTagHeader?.hasTracks != true,
      video.exVideoTagHeader?.videoCommand == nil, video.exVideoTagHeader == nil || video.exVideoTagHeader?.videoFourCc != nil
    else { return }
    let name = video.codecName.description + (video.exVideoTagHeader == nil ? " (legacy)" : "")
    defer { last = name }
    guard let last, last != name else { return }
    run.find(self, "\(name) after \(last)", at: tag.tag.position, size: tag.size, path: tag.path)
  }
}
