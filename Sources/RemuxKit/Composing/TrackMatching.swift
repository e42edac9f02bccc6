import BitstreamKit

extension MediaComposition {
  /// The tracks of a file that match those of the first file by kind, each used once; nil where there is none. Of several, one of the same codec
  /// and language comes first, then one of the same codec, then one at the same place.
  static func matching(_ input: MediaInput, _ tracks: [Int], _ first: MediaInput) throws(MediaError) -> [Int?] {
    let (own, others) = (first.reader.tracks, input.reader.tracks)
    let isAlike = others.map { $0.kind } == own.map { $0.kind }
    var found: [Int?] = tracks.map { _ in nil }
    var isUsed = others.map { _ in false }
    func match(_ fits: (MediaTrack, MediaTrack) -> Bool) {
      for (place, index) in tracks.enumerated() where found[place] == nil {
        func isFree(_ track: MediaTrack) -> Bool {
          track.kind == own[index].kind && !isUsed[track.index] && fits(own[index], track)
        }
        found[place] = isAlike && isFree(others[index]) ? index : others.first(where: isFree)?.index
        if let match = found[place] { isUsed[match] = true }
      }
    }
    match { $0.codec == $1.codec && $0.knownLanguage != nil && $0.knownLanguage == $1.knownLanguage }
    match { $0.codec == $1.codec }
    // Chapters are text too, and subtitles of another codec have no match.
    match { wanted, _ in wanted.kind == .video || wanted.kind == .audio }
    for (index, match) in zip(tracks, found) where match == nil && (own[index].kind == .video || own[index].kind == .audio) {
      throw .unsupported("\(input.name) has no track of \(own[index].kind.name) to join to track \(index) of \(first.name)")
    }
    return found
  }

  /// A note on media whose stated language is not that of the track of the first file, which is kept.
  static func languageNote(_ input: MediaInput, _ track: Int?, _ first: MediaTrack) -> String? {
    guard let track, let own = input.reader.tracks[track].knownLanguage, let used = first.knownLanguage, own != used else { return nil }
    return "\(input.name): track \(track), \(first.kind.name), has the language '\(own)' and follows '\(used)'"
  }
}

extension MediaTrack {
  /// The language, if it is stated.
  fileprivate var knownLanguage: String? { language == "und" ? nil : language }
}
