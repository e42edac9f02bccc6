import BitstreamKit
import MP4Kit

/// A box has a type that no specification known to us defines.
final class UnknownBox: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.unknown-box", .note, "the type of a box is unknown",
      clause: "ISO/IEC 14496-12:2022 4.2: boxes with an unrecognized type are ignored",
      cause: "The writer stores private data, or the type of a box is damaged: players then miss what it holds.",
      remedy: "Nothing, unless a box of another type is missing here.")
  }

  override func box(_ box: BoxFacts, _ file: MovieFacts, _ run: CheckRun) {
    switch box.parent {
    case nil, "moov", "trak", "mdia", "minf", "stbl", "dinf", "dref", "edts", "mvex", "moof", "traf", "mfra", "meta", "avc1", "hvc1",
      "hev1", "mp4a", "sinf", "schi", "stsd":
      break
    default: return
    }
    // Media data is not a structure.
    if box.type == "mdat" || box.type == "uuid" { return }
    // The handler of a track gives the fields of any sample entry, and not what its samples are.
    var context = box.place.context
    if box.parent == "stsd" { context.handler = FourCC(rawValue: 0) }
    if BoxKind(box.place.header, in: context) != nil { return }
    run.find(self, "'\(box.type)' of \(box.place.size) bytes", at: box.place.offset, size: box.place.size, path: box.path)
  }
}
