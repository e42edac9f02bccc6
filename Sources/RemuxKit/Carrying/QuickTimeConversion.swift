import BitstreamKit
import MP4Kit

/// What becomes of a QuickTime movie in an ISO file.
///
/// Most boxes are the same in both. QuickTime has sound descriptions of its own, a component type and a Pascal string in `hdlr`, Macintosh
/// languages in `mdhd`, a data handler in `minf`, `tapt`, and `meta` boxes without version and flags.
enum QuickTimeConversion {
  /// The first track that only a QuickTime file holds, such as ProRes or uncompressed sound; nil if there is none.
  static func exclusiveTrack(_ reader: MediaReader, _ wanted: [Int]) -> MediaTrack? {
    for index in wanted {
      let track = reader.tracks[index]
      guard track.kind == .video || track.kind == .audio, track.codec.sampleEntry != "mp4v" else { continue }
      for number in 1...max(1, reader.descriptionCount(ofTrack: index))
      where configuration(reader, index, number) == nil { return track }
    }
    return nil
  }

  /// The configuration that a sample entry of an ISO file has for a sample description, numbered from 1; nil if it has none there.
  private static func configuration(_ reader: MediaReader, _ index: Int, _ number: Int) -> MediaConfiguration? {
    if let found = reader.description(ofTrack: index, index: UInt32(number))?.configuration, found != .none { return found }
    let codec = reader.tracks[index].codec
    if codec == .mp3 { return MediaConfiguration.none }
    guard let type = BoxedConfiguration.boxType(of: codec), let movie = reader.movie,
      movie.tracks[index].descriptions.indices.contains(number - 1)
    else { return nil }
    var tree = movie.tree
    let entry = movie.tracks[index].descriptions[number - 1].node
    guard let node = tree.configuration(type, of: entry), let payload = try? tree.payload(of: node, limit: 1 << 20) else { return nil }
    return .box(type, payload)
  }

  /// Converts the boxes of a track.
  static func convert(_ blueprint: inout TrackBlueprint, _ reader: MediaReader, _ index: Int) throws(MediaError) {
    convert(&blueprint)
    var track = reader.tracks[index]
    // The entries of pictures are the same in both.
    guard track.kind == .audio else { return }
    var entries: [[UInt8]] = []
    for number in 1...max(1, reader.descriptionCount(ofTrack: index)) {
      guard let configuration = configuration(reader, index, number) else { return }
      track.configuration = configuration
      entries.append(try TrackBlueprint.entry(track, setsInSamples: false))
    }
    do { blueprint.sampleDescriptions = try TrackBlueprint.stsd(entries) } catch { throw .unsupported(error.description) }
  }

  /// Whether a track of an ISO file has boxes as QuickTime has them.
  static func hasTraces(_ blueprint: TrackBlueprint) -> Bool {
    blueprint.handler.preDefined.rawValue != 0 || blueprint.language.letters == nil
      || boxes(blueprint.mediaHeader) { type, box in type == "hdlr" ? nil : box } != blueprint.mediaHeader
  }

  /// Converts the boxes of a track without its sample descriptions.
  static func convert(_ blueprint: inout TrackBlueprint) {
    // ISO/IEC 14496-12:2022, 8.4.3.
    blueprint.handler.name = TerminatedString(blueprint.handler.readableName)
    (blueprint.handler.preDefined, blueprint.handler.reserved) = (FourCC(rawValue: 0), [0, 0, 0])
    // 8.4.2.
    blueprint.language = blueprint.language.inISO
    blueprint.mediaHeader = boxes(blueprint.mediaHeader) { type, box in type == "hdlr" ? nil : box }
    blueprint.apertureDimensions = []
    blueprint.furtherBoxes = metadata(blueprint.furtherBoxes)
  }

  /// Adds version and flags to `meta` boxes without them (8.11.1).
  static func metadata(_ bytes: [UInt8]) -> [UInt8] {
    boxes(bytes) { type, box in
      // Its first box follows its header.
      guard type == "meta", box.count >= 16, box[12..<16].elementsEqual("hdlr".utf8), box.count < Int(UInt32.max) - 4 else { return box }
      var new: [UInt8] = []
      new.append(bigEndian: UInt32(box.count + 4))
      new += box[4..<8] + [0, 0, 0, 0] + box[8...]
      return new
    }
  }

  /// Changes each of a row of boxes, or leaves it out.
  private static func boxes(_ bytes: [UInt8], _ change: (FourCC, [UInt8]) -> [UInt8]?) -> [UInt8] {
    var (place, all) = (0, [] as [UInt8])
    while bytes.count - place >= 8 {
      let size = Int(UInt32(unpacking: bytes, at: place))
      if size < 8 || size > bytes.count - place { break }
      all += change(FourCC(rawValue: UInt32(unpacking: bytes, at: place + 4)), Array(bytes[place..<place + size])) ?? []
      place += size
    }
    return all + bytes[place...]
  }
}
