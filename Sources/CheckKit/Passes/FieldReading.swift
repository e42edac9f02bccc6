import BitstreamKit
import MP4Kit

/// Reads the fields of boxes that neither the walk, nor the movie, nor its fragments read.
enum FieldReading {
  /// The number of bytes read of the fields of a box; of a longer table the number of rows is checked.
  private static let maxRead: UInt64 = 1 << 16

  /// What is wrong with the fields of a box.
  /// - Parameter window: the window of the walk, so that small boxes need no read of their own.
  static func findings(_ box: BoxFacts, _ window: inout ByteWindow<AnyByteSource>) throws(ByteError) -> [BoxFinding] {
    let place = box.place
    // Fields before child boxes are read by the walk.
    if place.childrenOffset != nil || isLeftOut(box) { return [] }
    guard let kind = BoxKind(place), kind.hasFields, !kind.holdsBoxes else { return [] }
    // A file that ends in the box has a finding of its own.
    if place.header.size > place.size, place.header.form != .toEnd { return [] }
    let (first, count) = try window.load(place.payloadOffset, Int(min(place.payloadSize, maxRead)))
    let fields = Array(window.bytes[first..<first + count])
    let found = BoxContent.trace(place, fields, of: place.payloadSize, showsRows: false, to: TraceSink()).findings
    return found.compactMap { error in
      switch error.reason {
      case .truncated, .outOfRange, .malformed, .inconsistent:
        BoxFinding(path: box.ancestors + [box.type], offset: place.offset, message: error.description)
      // What is only not known here is no fault of the file.
      case .unsupported, .overLimit: nil
      }
    }
  }

  /// Whether faults in the fields are found where the movie, a track or a fragment is read, or are of no matter.
  private static func isLeftOut(_ box: BoxFacts) -> Bool {
    // Cameras and editors use types of user data for forms of their own.
    if box.ancestors.contains("udta") { return true }
    return switch box.type {
    case "ftyp", "styp", "mvhd", "tkhd", "mdhd", "elst", "mehd", "stts", "ctts", "stsc", "stsz", "stz2", "stco", "co64", "stss", "tfhd",
      "tfdt", "trun", "mfhd", "trex", "avcC", "hvcC", "esds", "colr", "pasp", "tfra":
      true
    case "hdlr": box.parent == "mdia"
    // Without fields that anyone reads.
    case "free", "skip", "wide", "mdat": true
    default: false
    }
  }
}
