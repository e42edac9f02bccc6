import BitstreamKit
import H264Kit
import NALKit

/// `nal_ref_idc` is not 0 in a unit that nothing can refer to.
final class H264ReferenceIdcNotZero: H264Rule {
  override var page: RulePage {
    RulePage(
      "h264.nal-ref-idc-not-zero", .error, "nal_ref_idc is not 0 in a unit that nothing can refer to",
      clause: "ITU-T H.264 (08/2021) 7.4.1: nal_ref_idc shall be 0 for types 6, 9, 10, 11 and 12",
      cause: "The writer uses one header for all its units. Decoders ignore it; strict network elements do not.",
      remedy: "Rewrite the header byte with nal_ref_idc 0.")
  }

  override func unit(_ stream: H264Facts, _ run: CheckRun) {
    let type = stream.nalUnitType
    guard stream.nalRefIdc != 0, type == 6 || (9...12).contains(type) else { return }
    run.find(
      self, "nal_ref_idc of a unit of type \(type) is \(stream.nalRefIdc)", at: stream.unit.offset, size: 1, path: stream.unitPath)
  }
}
