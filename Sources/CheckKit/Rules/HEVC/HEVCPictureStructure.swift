import BitstreamKit
import HEVCKit
import NALKit

/// `pic_struct` contradicts field_seq_flag or other pictures.
final class HEVCPictureStructure: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.pic-struct", .error, "pic_struct contradicts field_seq_flag or other pictures",
      clause: """
        ITU-T H.265 (08/2021) D.3.3, Table D.2: 1, 2 and 9 to 12 with field_seq_flag 1, the others with 0; 7 and 8 with \
        fixed_pic_rate_within_cvs_flag 1; in a coded video sequence all are 0, 7 and 8, or 3 to 6, or those of fields
        """,
      cause: """
        The encoder signals frames in a stream of fields, or fields in a stream of frames. Players show half of the lines, \
        or repeat pictures.
        """,
      remedy: "Encode again.")
  }

  /// The values in units that no picture has taken yet.
  private var waiting: [(value: UInt8, offset: UInt64, size: UInt64, path: String)] = []
  /// A value of the coded video sequence, and whether a picture of it has one of another kind.
  private var (known, isMixed): (UInt8?, Bool) = (nil, false)
  private static let maxWaiting = 64

  private static func kind(_ picStruct: UInt8) -> Int {
    switch picStruct {
    case 0, 7, 8: 0
    case 3...6: 1
    default: 2
    }
  }

  override func content(_ unit: HEVCNALUnit, _ stream: HEVCFacts, _ run: CheckRun) {
    guard case .sei(let information) = unit.payload, unit.header.nuhLayerId == 0, let vui = stream.activeSet?.vuiParameters else { return }
    for message in information.messages {
      guard case .picTiming(let timing) = message.payload, let info = timing.frameFieldInfo, info.picStruct <= 12 else { continue }
      let path = stream.unitPath + " › pic_timing › pic_struct"
      if (Self.kind(info.picStruct) == 2) != vui.fieldSeqFlag {
        run.find(
          self, "pic_struct is \(info.picStruct), field_seq_flag \(vui.fieldSeqFlag ? 1 : 0)", at: stream.unit.offset,
          size: stream.unit.length, path: path)
      } else if waiting.count < Self.maxWaiting {
        waiting.append((info.picStruct, stream.unit.offset, stream.unit.length, path))
      }
    }
  }

  override func picture(_ picture: HEVCPicture, _ stream: HEVCFacts, _ run: CheckRun) {
    if picture.startsOrder { (known, isMixed) = (nil, false) }
    let end = picture.offset &+ picture.size
    while let item = waiting.first, item.offset < end {
      waiting.removeFirst()
      let rates = stream.pictureSet?.vuiParameters?.timingInfo?.hrdParameters?.subLayers.last
      if item.value == 7 || item.value == 8, let rates, rates.fixedPicRateWithinCvsFlag == false {
        run.find(
          self, "pic_struct is \(item.value), fixed_pic_rate_within_cvs_flag 0", at: item.offset, size: item.size, path: item.path)
      }
      if let known, Self.kind(known) != Self.kind(item.value), !isMixed {
        isMixed = true
        run.find(
          self, "pic_struct is \(item.value), and \(known) in another picture of the sequence", at: item.offset, size: item.size,
          path: item.path)
      }
      known = known ?? item.value
    }
  }
}
