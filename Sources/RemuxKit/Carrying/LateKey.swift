import BitstreamKit

/// Pictures in front of the first key picture of a track, as a recording has that joined a stream late. They refer to pictures that are not
/// there.
enum LateKey {
  /// The most samples of a track to look at.
  private static let maxLooked = 10_000
  /// The most tracks to look at.
  private static let maxTracks = 64

  /// Says how many there are in each of these tracks; nothing of tracks that begin with a key picture or have none.
  /// - Parameter first: the first sample of each track.
  /// - Throws: `MediaError` if the file cannot be read.
  static func notes(_ reader: MediaReader, _ wanted: [Int], _ first: [Int: MediaSample]) throws(MediaError) -> [String] {
    var notes: [String] = []
    for track in wanted.prefix(maxTracks) where reader.tracks[track].kind == .video && first[track]?.isKey == false {
      var (own, count) = (try reader.reopened(track: track), 0)
      while count < maxLooked, let sample = try own.next() {
        if sample.isKey {
          if count > 0 {
            let pictures = counted(count, "picture precedes", "pictures precede")
            notes.append(
              "track \(track): \(pictures) the first key picture: decoders lack what they refer to; a cut that begins with it leaves them out"
            )
          }
          break
        }
        count += 1
      }
    }
    return notes
  }
}
