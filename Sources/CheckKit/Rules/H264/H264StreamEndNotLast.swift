import BitstreamKit
import H264Kit
import NALKit

/// Units follow the end of stream.
final class H264StreamEndNotLast: H264Rule {
  override var page: RulePage {
    RulePage(
      "h264.end-of-stream-not-last", .error, "units follow the end of stream",
      clause: "ITU-T H.264 (08/2021) 7.4.1.2.3: end of stream is the last unit of the bitstream, and an IDR picture follows",
      cause: "Two streams were joined as bytes. Players stop at the first end of stream.",
      remedy: "Join with 'mediaprobe join', which removes the unit.")
  }

  private var end: UInt64?

  override func unit(_ stream: H264Facts, _ run: CheckRun) {
    if stream.isConfiguration { return }
    if let end {
      run.find(self, "units follow the end of stream", at: end, size: 1, path: stream.unitPath)
      self.end = nil
    }
    if stream.nalUnitType == 11 { end = stream.unit.offset }
  }
}
