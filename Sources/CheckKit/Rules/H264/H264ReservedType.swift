import BitstreamKit
import H264Kit
import NALKit

/// A NAL unit has a reserved or unspecified type.
final class H264ReservedType: H264Rule {
  override var page: RulePage {
    RulePage(
      "h264.reserved-type", .note, "a NAL unit has a reserved or unspecified type",
      clause: "ITU-T H.264 (08/2021) Table 7-1",
      cause: "The stream carries private data, or uses an extension of a later edition. Decoders ignore the units.",
      remedy: "Nothing, unless the units are unexpected.")
  }

  override func unit(_ stream: H264Facts, _ run: CheckRun) {
    switch stream.nalUnitType {
    case 0, 17, 18, 22...31:
      if stream.unit.length == 0 { return }
      run.find(self, "nal_unit_type is \(stream.nalUnitType)", at: stream.unit.offset, size: stream.unit.length, path: stream.unitPath)
    default: break
    }
  }
}
