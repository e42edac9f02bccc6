import BitstreamKit
import HEVCKit
import NALKit

/// `pic_struct` contradicts field_seq_flag.
final class HEVCPictureStructure: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.pic-struct", .error, "pic_struct contradicts field_seq_flag",
      clause: "ITU-T H.265 (08/2021) D.3.3, Table D.2: 1, 2 and 9 to 12 with field_seq_flag 1, the others with 0",
      cause: """
        The encoder signals frames in a stream of fields, or fields in a stream of frames. Players show half of the lines, \
        or repeat pictures.
        """,
      remedy: "Encode again.")
  }

  override func content(_ unit: HEVCNALUnit, _ stream: HEVCFacts, _ run: CheckRun) {
    guard case .sei(let information) = unit.payload, let vui = stream.activeSet?.vuiParameters else { return }
    for message in information.messages {
      guard case .picTiming(let timing) = message.payload, let info = timing.frameFieldInfo else { continue }
      let isField = [1, 2, 9, 10, 11, 12].contains(info.picStruct)
      if isField == vui.fieldSeqFlag || info.picStruct > 12 { continue }
      run.find(
        self, "pic_struct is \(info.picStruct), field_seq_flag \(vui.fieldSeqFlag ? 1 : 0)", at: stream.unit.offset,
        size: stream.unit.length, path: stream.unitPath + " › pic_timing › pic_struct")
    }
  }
}
