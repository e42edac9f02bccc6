import FLVKit
import ProbeKit

/// The units of a picture have start codes instead of lengths.
final class FLVByteStreamFormat: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.byte-stream-format", .error, "the units of a picture have start codes instead of lengths",
      clause: "Adobe FLV 10.1 E.4.3.1: AVC NALUs are in the form of ISO/IEC 14496-15",
      cause: "The writer copies a byte stream into the tags. Players show no picture.",
      remedy: "Record with another program.")
  }

  override func tag(_ tag: FLVTagFacts, _ file: FLVFacts, _ run: CheckRun) {
    guard let video = tag.details.video, tag.isMedia, video.nalCodec != nil, video.exVideoTagHeader?.hasTracks != true else { return }
    let start = video.byteCount
    guard tag.head.count >= start + 6, Array(tag.head[start..<start + 4]) == [0, 0, 0, 1], tag.tag.header.dataSize > 32,
      tag.details.units.first?.length == 1
    else { return }
    run.find(self, "the body begins with a start code", at: tag.tag.position, size: tag.size, path: tag.path)
  }
}
