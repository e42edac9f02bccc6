import BitstreamKit
import MP4Kit

/// Flags of a box are set that its clause does not define.
final class UndefinedFlags: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.undefined-flags", .warning, "flags of a box are set that its clause does not define",
      clause: "ISO/IEC 14496-12:2022 4.2.2 and the clause of the box, which defines its flags",
      cause: "The writer uses private flags, or the header of the box is damaged. Players of later editions may give the bits a meaning.",
      remedy: "'mediaprobe remux' writes the boxes anew.")
  }

  /// The flags defined for a box type; nil for types whose flags have rules of their own, and for boxes that are not full boxes.
  private static func defined(_ type: FourCC) -> UInt32? {
    switch type {
    case "mvhd", "mdhd", "stts", "ctts", "cslg", "stsc", "stsz", "stz2", "stco", "co64", "stss", "stsd", "dref", "smhd", "mehd",
      "trex", "mfhd", "tfdt", "tfra", "mfro", "sidx":
      0
    case "elst", "url ", "vmhd": 1
    case "tkhd": 0xF
    case "tfhd": 0x03_003B
    case "trun": 0x0F05
    default: nil
    }
  }

  /// The maximum number of boxes examined: each requires a read.
  private static let maxBoxes = 1 << 12
  private var boxCount = 0
  private var bytes: [UInt8] = []

  override func box(_ box: BoxFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard boxCount < Self.maxBoxes, let defined = Self.defined(box.type), box.place.payloadSize >= 4, !file.isQuickTime,
      box.ancestors.first == "moov" || box.ancestors.first == "moof" || box.ancestors.first == "mfra" || box.type == "sidx"
    else { return }
    boxCount += 1
    guard (try? file.source.read(at: box.place.payloadOffset, count: 4, into: &bytes)) != nil, bytes.count == 4 else { return }
    let flags = UInt32(bytes[1]) << 16 | UInt32(bytes[2]) << 8 | UInt32(bytes[3])
    if flags & ~defined == 0 { return }
    run.find(
      self, "flags are 0x\(String(flags, radix: 16)), defined are 0x\(String(defined, radix: 16))", at: box.place.offset,
      size: box.place.size, path: box.path)
  }
}
