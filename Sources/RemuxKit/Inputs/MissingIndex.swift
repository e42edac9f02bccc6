import BitstreamKit
import MP4Kit

/// Why a file of the MP4 family has no tracks.
struct MissingIndex {
  /// The cause, and what helps.
  let why: String
  /// Whether the file is broken. A segment and a file of pictures have no tracks either.
  let isFault: Bool

  /// Looks at the boxes at the top level; nil where there is a `moov` that is whole, or no media.
  init?(_ source: AnyByteSource) throws(ByteError) {
    var walker = BoxWalker(source)
    var (hasMeta, hasData) = (false, false)
    while let place = try walker.next() {
      walker.leave(place)
      guard place.isBox, place.depth == 0 else { continue }
      switch place.header.type {
      case "moov":
        guard place.header.size > place.size else { return nil }
        why = "the file ends inside of the moov, which lists the samples; 'recover' looks for them without it"
        isFault = true
        return
      case "moof":
        why = "there is no moov: fragments need the initialization segment in front of them"
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
      ? "there is no moov: the file holds items, such as pictures, and no tracks"
      : "there is no moov, which lists the samples: the file was cut off or never finished; 'recover' looks for them without it"
  }
}
