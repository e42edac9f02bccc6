import BitstreamKit
import H264Kit
import NALKit

/// The picture after an end of sequence is not an IDR picture.
final class H264AfterEndOfSequence: H264Rule {
  override var page: RulePage {
    RulePage(
      "h264.after-end-of-sequence", .error, "the picture after an end of sequence is not an IDR picture",
      clause: "ITU-T H.264 (08/2021) 7.4.1.2.3: the access unit after an end of sequence is an IDR access unit",
      cause: """
        An end of sequence was left in the middle of a sequence by cutting or joining. Decoders drop pictures up to the \
        next IDR picture.
        """,
      remedy: "Remove the unit, or join at IDR pictures: 'mediaprobe join' does.")
  }

  private var end: (offset: UInt64, path: String)?

  override func unit(_ stream: H264Facts, _ run: CheckRun) {
    if stream.isConfiguration { return }
    if stream.nalUnitType == 10 { end = (stream.unit.offset, stream.unitPath) }
    guard stream.isSlice, let end else { return }
    self.end = nil
    if stream.nalUnitType != 5 {
      run.find(self, "the next picture has nal_unit_type \(stream.nalUnitType)", at: end.offset, size: 1, path: end.path)
    }
  }
}
