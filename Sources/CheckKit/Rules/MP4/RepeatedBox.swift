import BitstreamKit
import MP4Kit

/// A box occurs more often than its parent allows.
final class RepeatedBox: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.repeated-box", .error, "a box occurs more often than its parent allows",
      clause: "ISO/IEC 14496-12:2022 Table 1: exactly one, or zero or one",
      cause: """
        Two files or tracks were merged box by box, or a tool added a box instead of replacing it. Readers use the first \
        or the last.
        """,
      remedy: "'mediaprobe remux' keeps the first.")
  }

  /// The types seen in each open ancestor, from the top level down.
  private var seen: [Set<FourCC>] = []

  override func box(_ box: BoxFacts, _ file: MovieFacts, _ run: CheckRun) {
    let depth = box.place.depth
    if seen.count > depth + 1 { seen.removeLast(seen.count - depth - 1) }
    while seen.count <= depth { seen.append([]) }
    if !seen[depth].insert(box.type).inserted, Self.isSingle(box.type, in: box.parent) {
      run.find(self, "another \(box.type) box", at: box.place.offset, size: box.place.size, path: box.path)
    }
    seen.append([])
  }

  private static func isSingle(_ type: FourCC, in parent: FourCC?) -> Bool {
    let types: [FourCC]
    switch parent {
    case nil: types = ["ftyp", "moov", "pdin", "mfra"]
    case "moov": types = ["mvhd", "iods", "mvex"]
    case "trak": types = ["tkhd", "tref", "trgr", "edts", "mdia"]
    case "edts": types = ["elst"]
    case "mdia": types = ["mdhd", "hdlr", "elng", "minf"]
    case "minf": types = ["vmhd", "smhd", "hmhd", "sthd", "nmhd", "dinf", "stbl"]
    case "dinf": types = ["dref"]
    case "stbl": types = ["stsd", "stts", "ctts", "cslg", "stsc", "stsz", "stz2", "stco", "co64", "stss", "stsh", "padb", "stdp", "sdtp"]
    case "mvex": types = ["mehd"]
    case "moof": types = ["mfhd"]
    case "traf": types = ["tfhd", "tfdt"]
    case "mfra": types = ["mfro"]
    default: return false
    }
    return types.contains(type)
  }
}
