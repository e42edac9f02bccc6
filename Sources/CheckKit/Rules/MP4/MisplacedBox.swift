import BitstreamKit
import MP4Kit

/// A box is in a parent that cannot hold it.
final class MisplacedBox: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.misplaced-box", .error, "a box is in a parent that cannot hold it",
      clause: "ISO/IEC 14496-12:2022 Table 1",
      cause: """
        The size of a box before it is wrong, so that its children end up elsewhere, or a tool copied the box to a wrong \
        place.
        """,
      remedy: "'mediaprobe remux' writes the boxes in their places if the tracks can be read.")
  }

  override func box(_ box: BoxFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard let allowed = Self.parents(of: box.type), !allowed.contains(box.parent) else { return }
    let place = box.parent.map { "\($0)" } ?? "the top level"
    run.find(self, "\(box.type) in \(place)", at: box.place.offset, size: box.place.size, path: box.path)
  }

  /// The parents of boxes that have few; nil is the top level.
  private static func parents(of type: FourCC) -> [FourCC?]? {
    switch type {
    case "moov", "moof", "mfra", "sidx", "ssix", "styp", "pdin": [nil]
    case "mvhd", "trak", "mvex": ["moov"]
    case "tkhd", "mdia": ["trak"]
    case "mdhd": ["mdia"]
    case "stbl": ["minf"]
    case "stsd", "stts", "ctts", "stsc", "stsz", "stz2", "stco", "co64", "stss": ["stbl"]
    case "mehd", "trex": ["mvex"]
    case "mfhd", "traf": ["moof"]
    case "tfhd", "trun", "tfdt": ["traf"]
    case "tfra", "mfro": ["mfra"]
    default: nil
    }
  }
}
