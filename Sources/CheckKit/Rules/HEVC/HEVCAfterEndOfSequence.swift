import BitstreamKit
import HEVCKit
import NALKit

/// The picture after an end of sequence is not an IRAP picture.
final class HEVCAfterEndOfSequence: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.after-end-of-sequence", .error, "the picture after an end of sequence is not an IRAP picture",
      clause: "ITU-T H.265 (08/2021) 7.4.2.4.3 and 3.28: a coded video sequence begins with an IRAP access unit",
      cause: """
        An end of sequence was left in the middle of a sequence by cutting or joining. Decoders drop pictures up to the \
        next IRAP picture.
        """,
      remedy: "Remove the unit, or join at IRAP pictures: 'mediaprobe join' does.")
  }

  private var end: (offset: UInt64, path: String)?

  override func unit(_ stream: HEVCFacts, _ run: CheckRun) {
    if stream.isConfiguration || stream.header.nuhLayerId > 0 { return }
    if stream.nalUnitType == 36 || stream.nalUnitType == 37 { end = (stream.unit.offset, stream.unitPath) }
    guard stream.isBaseSlice, let end else { return }
    self.end = nil
    if stream.nalUnitType < 16 {
      run.find(self, "the next picture has nal_unit_type \(stream.nalUnitType)", at: end.offset, size: 2, path: end.path)
    }
  }
}
