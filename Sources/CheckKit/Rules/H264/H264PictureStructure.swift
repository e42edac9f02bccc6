import BitstreamKit
import H264Kit
import NALKit

/// `pic_struct` contradicts the sequence parameter set.
final class H264PictureStructure: H264Rule {
  override var page: RulePage {
    RulePage(
      "h264.pic-struct", .error, "pic_struct contradicts the sequence parameter set",
      clause: "ITU-T H.264 (08/2021) D.2.3, Table D-1: with frame_mbs_only_flag 1 pic_struct is 0, 7 or 8",
      cause: """
        The encoder signals pulldown or fields in a progressive stream. Players deinterlace or repeat fields of \
        progressive pictures.
        """,
      remedy: "Encode again, or remove the message.")
  }

  override func content(_ unit: H264NALUnit, _ stream: H264Facts, _ run: CheckRun) {
    guard case .sei(let information) = unit.payload, let set = stream.activeSet, set.frameMbsOnlyFlag else { return }
    for message in information.messages {
      guard case .picTiming(let timing) = message.payload, let structure = timing.structure, (1...6).contains(structure.picStruct) else {
        continue
      }
      run.find(
        self, "pic_struct is \(structure.picStruct), frame_mbs_only_flag 1", at: stream.unit.offset, size: stream.unit.length,
        path: stream.unitPath + " › pic_timing › pic_struct")
    }
  }
}
