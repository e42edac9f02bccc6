import BitstreamKit
import H264Kit
import NALKit

/// `nal_ref_idc` is 0 in a unit that others refer to.
final class H264ReferenceIdcZero: H264Rule {
  override var page: RulePage {
    RulePage(
      "h264.nal-ref-idc-zero", .error, "nal_ref_idc is 0 in a unit that others refer to",
      clause: "ITU-T H.264 (08/2021) 7.4.1: nal_ref_idc shall not be 0 for parameter sets and IDR pictures",
      cause: """
        The writer marks the unit as disposable. Network elements and decoders under load drop it, and nothing after it \
        decodes.
        """,
      remedy: "Encode or rewrite the stream with the right priority.")
  }

  override func unit(_ stream: H264Facts, _ run: CheckRun) {
    guard stream.nalRefIdc == 0 else { return }
    switch stream.nalUnitType {
    case 5, 7, 8, 13, 15:
      run.find(self, "nal_ref_idc of a unit of type \(stream.nalUnitType) is 0", at: stream.unit.offset, size: 1, path: stream.unitPath)
    default: break
    }
  }
}
