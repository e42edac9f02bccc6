import BitstreamKit
import H264Kit
import NALKit

/// Cropping leaves no picture.
final class H264CroppedAway: H264Rule {
  override var page: RulePage {
    RulePage(
      "h264.cropped-away", .error, "cropping leaves no picture",
      clause: "ITU-T H.264 (08/2021) 7.4.2.1.1, frame_crop_left_offset and following",
      cause: "The cropping offsets are damaged or computed in the wrong unit. Players show nothing or crash.",
      remedy: "Correct the cropping with 'mediaprobe edit --set crop=LEFT,RIGHT,TOP,BOTTOM'.")
  }

  override func content(_ unit: H264NALUnit, _ stream: H264Facts, _ run: CheckRun) {
    guard case .seqParameterSet(let set) = unit.payload, set.croppedSize == nil else { return }
    run.find(
      self, "the offsets remove all of \(set.codedSize.width) x \(set.codedSize.height) samples", at: stream.unit.offset,
      path: stream.unitPath + " › seq_parameter_set_data › frame_crop_left_offset")
  }
}
