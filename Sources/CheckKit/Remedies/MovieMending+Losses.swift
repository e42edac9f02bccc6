import BitstreamKit
import MP4Kit
import RemuxKit

// What a new file lacks of the old one.

extension MovieMending {
  /// Tells what a new file does not have.
  /// - Throws: `unsupported` if that is media of the file, or cannot be known.
  mutating func tellLosses() throws(MediaError) {
    if movie.isFragmented, let damage = try Recovery.damageBetweenFragments(source) {
      throw .unsupported("\(damage), and fragments follow; 'mediaprobe recover' keeps those")
    }
    try tellLostBoxes()
    try tellLostSamples()
  }

  /// Tells which boxes at the top level and in `moov` a new file does not have, and counts the fragments.
  /// - Throws: `unsupported` if the file has items, such as images, beside its tracks.
  private mutating func tellLostBoxes() throws(MediaError) {
    var lost: [(type: FourCC, isInMovie: Bool, count: Int)] = []
    do throws(ByteError) {
      var walker = BoxWalker(source)
      while let place = try walker.next() {
        let isInMovie = place.depth == 1 && walker.path.first == "moov"
        if !place.isBox || place.depth > 0 && !isInMovie { continue }
        let type = place.header.type
        if type == "moof" { fragmentCount += 1 }
        if Self.isCarried(type, isInMovie: isInMovie) { continue }
        if let known = lost.firstIndex(where: { $0.type == type && $0.isInMovie == isInMovie }) {
          lost[known].count += 1
        } else if lost.count < 64 {
          lost.append((type, isInMovie, 1))
        }
      }
    } catch { throw .bytes(error) }
    if lost.contains(where: { $0.type == "meta" }) {
      throw .unsupported("the file has items beside its tracks, which a new file would not have")
    }
    for box in lost {
      let place = box.isInMovie ? "in moov" : "at the top level"
      changes.append("\(counted(box.count, "box", "boxes")) of type \(box.type) \(place) not copied")
    }
  }

  /// Whether a new file has boxes of a type, new or copied, or does not need them.
  private static func isCarried(_ type: FourCC, isInMovie: Bool) -> Bool {
    switch type {
    case "free", "skip": true
    case "mvhd", "trak", "mvex", "udta", "meta", "iods", "cmov": isInMovie
    case "ftyp", "styp", "moov", "moof", "mdat", "wide", "sidx", "ssix", "mfra", "pdin": !isInMovie
    default: false
    }
  }

  /// Tells which samples a new file does not have because the tables do not locate them.
  /// - Throws: `unsupported` if the tables of a track are damaged so that the new file would lack samples that are there, or if its time
  ///   scale is unknown.
  private mutating func tellLostSamples() throws(MediaError) {
    if let track = movie.tracks.firstIndex(where: { $0.mediaHeader == nil }) {
      throw .unsupported("the time scale of track \(track) is unknown, since it has no mdhd that can be read")
    }
    if let track = movie.tracks.firstIndex(where: { $0.mediaHeader?.timescale == 0 && $0.table?.sampleCount ?? 0 > 0 }) {
      throw .unsupported("the time scale of track \(track) is 0, and nothing tells another")
    }
    let located = try Recovery.LocatedSamples(reader, source)
    if let track = located.damaged.first {
      let count =
        located.counts[track] == 0 ? "none of its samples is" : "only \(counted(located.counts[track], "sample is", "samples are"))"
      let help = movie.isFragmented ? "" : "; 'mediaprobe recover' searches the media data"
      throw .unsupported("the sample tables of track \(track) are damaged, and \(count) located in media data" + help)
    }
    for (track, (count, listed)) in zip(located.counts, located.listed).enumerated() where count < listed {
      changes.append("track \(track) has \(count) of \(counted(listed, "sample"))")
    }
  }
}
