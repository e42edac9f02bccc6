import BitstreamKit
import MP4Kit

/// Why an MP4 file has no tracks.
struct MissingIndex {
  /// The cause and a remedy.
  let why: String
  /// Whether the file is damaged. Media segments and image files have no tracks either, but are valid.
  let isFault: Bool

  /// Examines the top-level boxes of a file without tracks; nil if there is neither a `moov` nor media.
  init?(_ source: AnyByteSource) throws(ByteError) {
    var walker = BoxWalker(source)
    var (hasMeta, hasData) = (false, false)
    while let place = try walker.next() {
      walker.leave(place)
      guard place.isBox, place.depth == 0 else { continue }
      switch place.header.type {
      case "moov":
        guard place.header.size > place.size else {
          why = "the moov has no tracks"
          isFault = true
          return
        }
        why = "the file ends inside the moov, which lists the samples; 'recover' finds them without it"
        isFault = true
        return
      case "moof":
        why = "there is no moov: fragments need a preceding initialization segment"
        isFault = false
        return
      case "meta": hasMeta = true
      case "mdat": hasData = true
      default: break
      }
    }
    if !hasMeta, !hasData { return nil }
    isFault = !hasMeta
    why =
      hasMeta
      ? "there is no moov: the file holds items, such as images, and no tracks"
      : "there is no moov, which lists the samples: the file is truncated or was never finished; 'recover' finds them without it"
  }
}
