import AACKit
import BitstreamKit
import MP4Kit
import RemuxKit

/// FFmpeg's names of channel layouts.
enum ProbeChannelLayout {
  /// The name of a set of speakers, whose bits are those of Core Audio's bitmap; nil if it has none.
  static func name(ofMask mask: UInt32) -> StaticString? {
    switch mask {
    case 0x4: "mono"
    case 0x3: "stereo"
    case 0xB: "2.1"
    case 0x7: "3.0"
    case 0x103: "3.0(back)"
    case 0xF: "3.1"
    case 0x107: "4.0"
    case 0x10F: "4.1"
    case 0x33: "quad"
    case 0x603: "quad(side)"
    case 0x37: "5.0"
    case 0x607: "5.0(side)"
    case 0x3F: "5.1"
    case 0x60F: "5.1(side)"
    case 0x707: "6.0"
    case 0x70F: "6.1"
    case 0x13F: "6.1(back)"
    case 0x137: "hexagonal"
    case 0x737: "octagonal"
    case 0x637: "7.0"
    case 0x63F: "7.1"
    case 0xFF: "7.1(wide)"
    default: nil
    }
  }

  /// The name of a layout tag of Core Audio; nil for others.
  static func name(ofTag tag: UInt32) -> StaticString? {
    switch tag >> 16 {
    case 100: "mono"
    case 101: "stereo"
    case 108: "quad"
    case 113: "3.0"
    case 115: "4.0"
    case 117: "5.0(side)"
    case 121: "5.1(side)"
    case 125: "6.1"
    case 128: "7.1"
    case 131: "3.0(back)"
    case 132: "quad(side)"
    case 133: "2.1"
    case 136: "3.1"
    default: nil
    }
  }

  /// The name of the layout of a program_config_element; nil if it has none.
  static func name(of element: ProgramConfigElement) -> StaticString? {
    var (mask, count): (UInt32, Int) = (0, 0)
    // A second pair, or a second channel in the middle, has no bit of its own: there are fewer bits than channels.
    func add(_ elements: [ProgramConfigElement.ChannelElement], pair: UInt32, single: UInt32) {
      for element in elements {
        mask |= element.elementIsCpe ? pair : single
        count += element.elementIsCpe ? 2 : 1
      }
    }
    add(element.frontElements, pair: 0x3, single: 0x4)
    add(element.sideElements, pair: 0x600, single: 0)
    add(element.backElements, pair: 0x30, single: 0x100)
    if !element.lfeElementTagSelect.isEmpty { (mask, count) = (mask | 0x8, count + element.lfeElementTagSelect.count) }
    return mask.nonzeroBitCount == count ? name(ofMask: mask) : nil
  }
}

extension ProbeMovie {
  /// The channel layout that the sample entry states: the tag or the bitmap of `chan`, or the order of Vorbis in `dOps` (RFC 7845, 5.1.1.2).
  mutating func statedLayout(_ description: SampleDescription) -> StaticString? {
    if let node = tree.child("chan", of: description.node), let box = try? tree.read(AudioChannelLayoutBox.self, at: node) {
      let isBitmap = box.channelLayoutTag == 0x1_0000
      return isBitmap ? ProbeChannelLayout.name(ofMask: box.channelBitmap) : ProbeChannelLayout.name(ofTag: box.channelLayoutTag)
    }
    guard let node = tree.child("dOps", of: description.node), let box = try? tree.read(OpusSpecificBox.self, at: node),
      box.channelMappingFamily == 1
    else { return nil }
    switch box.outputChannelCount {
    case 4: return "quad"
    case 7: return "6.1"
    default: return ProbeColour.layout(Int(box.outputChannelCount))
    }
  }
}
