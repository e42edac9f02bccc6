import BitstreamKit
import H264Kit
import NALKit

/// `pic_struct` signals a field in a stream of frames. Other values are not judged: encoders mark pulldown in progressive streams by 3 to 6.
final class H264PictureStructure: H264Rule {
  override var page: RulePage {
    RulePage(
      "h264.pic-struct", .error, "pic_struct signals a field in a stream of frames",
      clause: "ITU-T H.264 (08/2021) D.2.3, Table D-1: pic_struct 1 and 2 need field_pic_flag 1, which frame_mbs_only_flag 1 excludes",
      cause: """
        The encoder signals single fields in a stream that has frames only. Players show half of the lines, or count \
        the pictures twice.
        """,
      remedy: "Encode again, or remove the message.")
  }

  override func content(_ unit: H264NALUnit, _ stream: H264Facts, _ run: CheckRun) {
    guard case .sei(let information) = unit.payload, let set = stream.sets.upcomingSeqParameterSet, set.frameMbsOnlyFlag else { return }
    for message in information.messages {
      guard case .picTiming(let timing) = message.payload, let structure = timing.structure, (1...2).contains(structure.picStruct) else {
        continue
      }
      run.find(
        self, "pic_struct is \(structure.picStruct), frame_mbs_only_flag 1", at: stream.unit.offset, size: stream.unit.length,
        path: stream.unitPath + " › pic_timing › pic_struct")
    }
  }
}
