import BitstreamKit

/// What is to be written about a movie as a whole.
public struct MovieBlueprint: Sendable {
  /// Units in a second of the movie's own times: durations and edit lists.
  public var timescale: UInt32 = 1000
  /// The brand that describes the file best.
  public var majorBrand: FourCC = "isom"
  /// All brands.
  public var compatibleBrands: [FourCC] = ["isom", "iso2", "mp41"]
  /// Boxes that go to the end of the `moov`, whole: `udta`, `meta`, `pssh`.
  public var furtherBoxes: [UInt8] = []
  /// Seconds since the first of January 1904, UTC, in the headers of movie, tracks and media; 0 for what nobody said.
  public var creationTime: UInt64 = 0

  /// A movie in milliseconds of the first brands.
  public init() {}
}

/// A track and its samples.
struct TrackLayout {
  var blueprint: TrackBlueprint
  var samples: SampleTableBuilder
}

/// How a movie in fragments says its duration.
enum FragmentsHeader {
  /// Not at all.
  case unknown
  /// Room is left for it.
  case reserved
  /// In units of the movie's time scale.
  case duration(UInt64)
}

/// Makes `ftyp` and `moov`.
enum MovieBoxes {
  static func fileType(_ movie: MovieBlueprint, segment: Bool = false) throws(SyntaxError) -> [UInt8] {
    var box = FileTypeBox()
    box.majorBrand = movie.majorBrand
    box.minorVersion = segment ? 0 : 0x200
    box.compatibleBrands = movie.compatibleBrands
    var builder = BoxBuilder()
    try builder.box(segment ? "styp" : "ftyp", box)
    return builder.bytes
  }

  /// - Parameters:
  ///   - shift: by how much the chunks lie further behind than they were said to.
  ///   - fragments: how a movie in fragments says its duration; nil for a plain movie.
  static func movie(
    _ movie: MovieBlueprint, _ tracks: [TrackLayout], shift: UInt64, isLarge: Bool, fragments: FragmentsHeader? = nil
  ) throws(SyntaxError) -> BoxBuilder {
    var builder = BoxBuilder()
    try builder.box("moov") { (builder) throws(SyntaxError) in
      var header = MovieHeaderBox()
      header.timescale = movie.timescale
      let isFragmented = fragments != nil
      header.duration = tracks.map { edits(of: $0, movie.timescale, isFragmented: isFragmented).duration }.max() ?? 0
      (header.creationTime, header.modificationTime) = (movie.creationTime, movie.creationTime)
      header.version = max(header.duration, header.creationTime) > 0xFFFF_FFFF ? 1 : 0
      header.nextTrackID = (tracks.map { $0.blueprint.trackID }.max() ?? 0) &+ 1
      try builder.box(header)
      for track in tracks { try trak(track, movie, shift, isLarge, isFragmented: isFragmented, &builder) }
      if let fragments { try mvex(tracks, fragments, &builder) }
      builder.raw(movie.furtherBoxes)
    }
    return builder
  }

  private static func mvex(_ tracks: [TrackLayout], _ header: FragmentsHeader, _ builder: inout BoxBuilder) throws(SyntaxError) {
    try builder.box("mvex") { (builder) throws(SyntaxError) in
      switch header {
      case .unknown: break
      case .reserved: builder.raw(reservedDuration)
      case .duration(let duration): builder.raw(try fragmentDuration(duration))
      }
      for track in tracks {
        var extends = TrackExtendsBox()
        extends.trackID = track.blueprint.trackID
        try builder.box(extends)
      }
    }
  }

  /// `mehd`, always of the same size.
  static func fragmentDuration(_ duration: UInt64) throws(SyntaxError) -> [UInt8] {
    var header = MovieExtendsHeaderBox()
    header.fragmentDuration = duration
    header.version = 1
    var builder = BoxBuilder()
    try builder.box(header)
    return builder.bytes
  }

  /// Room for a `mehd` that is known at the end only: a box of no use, of its size.
  private static var reservedDuration: [UInt8] { free(20) }

  /// A box of no use that takes so many bytes, at least 8, header and all.
  static func free(_ byteCount: Int) -> [UInt8] {
    BoxHeader("free", size: UInt64(max(8, byteCount))).encoded + [UInt8](repeating: 0, count: max(8, byteCount) - 8)
  }

  private static func trak(
    _ track: TrackLayout, _ movie: MovieBlueprint, _ shift: UInt64, _ isLarge: Bool, isFragmented: Bool, _ builder: inout BoxBuilder
  ) throws(SyntaxError) {
    let blueprint = track.blueprint
    let (list, duration) = edits(of: track, movie.timescale, isFragmented: isFragmented)
    try builder.box("trak") { (builder) throws(SyntaxError) in
      var header = TrackHeaderBox()
      header.flags = blueprint.flags
      header.trackID = blueprint.trackID
      header.duration = duration
      (header.creationTime, header.modificationTime) = (movie.creationTime, movie.creationTime)
      header.version = max(duration, movie.creationTime) > 0xFFFF_FFFF ? 1 : 0
      header.layer = blueprint.layer
      header.alternateGroup = blueprint.alternateGroup
      header.volume = blueprint.volume
      header.matrix = blueprint.matrix
      (header.width, header.height) = (blueprint.width, blueprint.height)
      try builder.box(header)
      if let list { try builder.box("edts") { (builder) throws(SyntaxError) in try builder.box(list) } }
      try builder.box("mdia") { (builder) throws(SyntaxError) in
        var media = MediaHeaderBox()
        media.timescale = blueprint.timescale
        media.duration = track.samples.duration
        (media.creationTime, media.modificationTime) = (movie.creationTime, movie.creationTime)
        media.version = max(media.duration, movie.creationTime) > 0xFFFF_FFFF ? 1 : 0
        media.language = blueprint.language
        try builder.box(media)
        try builder.box(blueprint.handler)
        builder.raw(blueprint.furtherMediaBoxes)
        try builder.box("minf") { (builder) throws(SyntaxError) in
          builder.raw(blueprint.mediaHeader)
          try dataInformation(&builder)
          try builder.box("stbl") { (builder) throws(SyntaxError) in
            builder.raw(blueprint.sampleDescriptions)
            try track.samples.write(
              to: &builder, shift: shift, isLarge: isLarge, compositionToDecode: blueprint.compositionToDecode)
            if let distance = blueprint.rollDistance {
              try builder.box(rollDescription(distance))
              if !isFragmented, track.samples.sampleCount > 0 { try builder.box(rollGroup(of: track.samples.sampleCount)) }
            }
            if !isFragmented { builder.raw(blueprint.furtherTableBoxes) }
          }
        }
      }
      builder.raw(blueprint.furtherBoxes)
    }
  }

  /// All media is in this file.
  private static func dataInformation(_ builder: inout BoxBuilder) throws(SyntaxError) {
    try builder.box("dinf") { (builder) throws(SyntaxError) in
      var references = DataReferenceBox()
      references.entryCount = 1
      try builder.box(references) { (builder) throws(SyntaxError) in try builder.box(DataEntryUrlBox()) }
    }
  }

  // MARK: - Sample groups

  /// `sgpd` of one description: how far to go back, or ahead, before a sample is right.
  private static func rollDescription(_ distance: Int16) throws(SyntaxError) -> SampleGroupDescriptionBox {
    var entry = RollRecoveryEntry()
    entry.rollDistance = distance
    var box = SampleGroupDescriptionBox()
    box.defaultLength = 2
    box.entries = PackedTable(packed: try entry.encoded(), layout: 2)
    return box
  }

  /// `sbgp` of samples that all go by that description.
  static func rollGroup(of samples: UInt32) throws(SyntaxError) -> SampleToGroupBox {
    var entry = SampleToGroupBox.Entry()
    (entry.sampleCount, entry.groupDescriptionIndex) = (samples, 1)
    var box = SampleToGroupBox()
    box.entries = PackedTable([entry])
    return box
  }

  // MARK: - The timeline

  /// The edit list of a track, nil where none is needed, and how long the track is in the movie's units.
  static func edits(of track: TrackLayout, _ movieTimescale: UInt32, isFragmented: Bool) -> (list: EditListBox?, duration: UInt64) {
    let blueprint = track.blueprint
    if let copied = blueprint.editList { return adapted(copied, track, movieTimescale, isFragmented: isFragmented) }
    guard let first = track.samples.firstComposition else { return (nil, 0) }
    let begin = first + blueprint.priming
    let shown = blueprint.start + begin
    // What would be shown before the beginning is cut off.
    let mediaTime = shown < 0 ? begin - shown : begin
    let length = inMovie(max(0, track.samples.lastComposition - mediaTime), blueprint, movieTimescale)
    if shown <= 0, mediaTime == 0 { return (nil, length) }
    var entries = PackedTable<EditListBox.Entry>(layout: 1)
    let delay = shown > 0 ? inMovie(shown, blueprint, movieTimescale) : 0
    if delay > 0 {
      var empty = EditListBox.Entry()
      (empty.editDuration, empty.mediaTime) = (delay, -1)
      entries.append(empty)
    }
    var entry = EditListBox.Entry()
    (entry.editDuration, entry.mediaTime) = (length, mediaTime)
    entries.append(entry)
    return (list(entries), delay + length)
  }

  /// The edit list of media that is still to come: what is composed at `begin` is shown at `shown`, both in units of the media, and what
  /// would be shown before the beginning is cut off. nil where the two are the same and nothing in front of it has to be cut off.
  static func edits(
    showing begin: Int64, at shown: Int64, isCut: Bool = false, timescale: UInt32, movieTimescale: UInt32
  ) -> EditListBox? {
    if begin == shown, !isCut { return nil }
    var entries = PackedTable<EditListBox.Entry>(layout: 1)
    var entry = EditListBox.Entry()
    let delay = MediaTime(value: max(0, shown), timescale: max(1, timescale))?.value(in: movieTimescale) ?? 0
    if delay > 0 {
      (entry.editDuration, entry.mediaTime) = (UInt64(max(0, delay)), -1)
      entries.append(entry)
    }
    (entry.editDuration, entry.mediaTime) = (0, shown < 0 ? begin - shown : begin)
    entries.append(entry)
    return list(entries)
  }

  /// The edit list of another file. A last stretch that lasts as long as the media says 0 where the media is still to come, in fragments,
  /// and its length where all of it is there (ISO/IEC 14496-12, 8.6.6.1).
  private static func adapted(
    _ copied: EditListBox, _ track: TrackLayout, _ movieTimescale: UInt32, isFragmented: Bool
  ) -> (list: EditListBox?, duration: UInt64) {
    var entries = PackedTable<EditListBox.Entry>(layout: 1)
    var sum: UInt64 = 0
    for (index, old) in copied.entries.enumerated() {
      var entry = old
      let isLast = index == copied.entries.count - 1 && entry.mediaTime >= 0
      if isLast, isFragmented, !track.blueprint.editsAreComplete { entry.editDuration = 0 }
      if !isFragmented, entry.editDuration == 0 {
        entry.editDuration = inMovie(track.samples.lastComposition - max(0, entry.mediaTime), track.blueprint, movieTimescale)
      }
      sum = sum.addingReportingOverflow(entry.editDuration).partialValue
      entries.append(entry)
    }
    return (list(entries), isFragmented ? 0 : sum)
  }

  /// In the older form where its numbers fit, for the sake of players that know no other.
  private static func list(_ entries: PackedTable<EditListBox.Entry>) -> EditListBox {
    var list = EditListBox()
    let isLarge = entries.contains { $0.editDuration > 0xFFFF_FFFF || $0.mediaTime > 0x7FFF_FFFF }
    list.version = isLarge ? 1 : 0
    list.entries = isLarge ? entries : PackedTable(entries, layout: 0)
    return list
  }

  private static func inMovie(_ time: Int64, _ blueprint: TrackBlueprint, _ movieTimescale: UInt32) -> UInt64 {
    let value = MediaTime(value: time, timescale: max(1, blueprint.timescale))?.value(in: movieTimescale) ?? 0
    return UInt64(max(0, value))
  }
}
