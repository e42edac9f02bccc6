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

  /// A movie in milliseconds of the first brands.
  public init() {}
}

/// A track and its samples.
struct TrackLayout {
  var blueprint: TrackBlueprint
  var samples: SampleTableBuilder
}

/// Makes `ftyp` and `moov`.
enum MovieBoxes {
  static func fileType(_ movie: MovieBlueprint, segment: Bool = false) throws(SyntaxError) -> [UInt8] {
    var box = FileTypeBox()
    box.majorBrand = movie.majorBrand
    box.minorVersion = 0x200
    box.compatibleBrands = movie.compatibleBrands
    var builder = BoxBuilder()
    try builder.box(segment ? "styp" : "ftyp", box)
    return builder.bytes
  }

  /// - Parameters:
  ///   - shift: by how much the chunks lie further behind than they were said to.
  ///   - fragmentDuration: for a movie in fragments: its duration, 0 where nobody knows it yet; nil for a plain movie.
  static func movie(
    _ movie: MovieBlueprint, _ tracks: [TrackLayout], shift: UInt64, isLarge: Bool, fragmentDuration: UInt64? = nil
  ) throws(SyntaxError) -> BoxBuilder {
    var builder = BoxBuilder()
    try builder.box("moov") { (builder) throws(SyntaxError) in
      var header = MovieHeaderBox()
      header.timescale = movie.timescale
      let isFragmented = fragmentDuration != nil
      header.duration = tracks.map { edits(of: $0, movie.timescale, isFragmented: isFragmented).duration }.max() ?? 0
      header.version = header.duration > 0xFFFF_FFFF ? 1 : 0
      header.nextTrackID = (tracks.map { $0.blueprint.trackID }.max() ?? 0) &+ 1
      try builder.box(header)
      for track in tracks { try trak(track, movie.timescale, shift, isLarge, isFragmented: isFragmented, &builder) }
      if let fragmentDuration { try mvex(tracks, fragmentDuration, &builder) }
      builder.raw(movie.furtherBoxes)
    }
    return builder
  }

  private static func mvex(_ tracks: [TrackLayout], _ duration: UInt64, _ builder: inout BoxBuilder) throws(SyntaxError) {
    try builder.box("mvex") { (builder) throws(SyntaxError) in
      var header = MovieExtendsHeaderBox()
      header.fragmentDuration = duration
      header.version = 1
      if duration > 0 { try builder.box(header) }
      for track in tracks {
        var extends = TrackExtendsBox()
        extends.trackID = track.blueprint.trackID
        try builder.box(extends)
      }
    }
  }

  private static func trak(
    _ track: TrackLayout, _ movieTimescale: UInt32, _ shift: UInt64, _ isLarge: Bool, isFragmented: Bool, _ builder: inout BoxBuilder
  ) throws(SyntaxError) {
    let blueprint = track.blueprint
    let (list, duration) = edits(of: track, movieTimescale, isFragmented: isFragmented)
    try builder.box("trak") { (builder) throws(SyntaxError) in
      var header = TrackHeaderBox()
      header.flags = blueprint.flags
      header.trackID = blueprint.trackID
      header.duration = duration
      header.version = duration > 0xFFFF_FFFF ? 1 : 0
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
        media.version = media.duration > 0xFFFF_FFFF ? 1 : 0
        media.language = blueprint.language
        try builder.box(media)
        try builder.box(blueprint.handler)
        builder.raw(blueprint.furtherMediaBoxes)
        try builder.box("minf") { (builder) throws(SyntaxError) in
          builder.raw(blueprint.mediaHeader)
          try dataInformation(&builder)
          try builder.box("stbl") { (builder) throws(SyntaxError) in
            builder.raw(blueprint.sampleDescriptions)
            try track.samples.write(to: &builder, shift: shift, isLarge: isLarge)
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

  // MARK: - The timeline

  /// The edit list of a track, nil where none is needed, and how long the track is in the movie's units.
  static func edits(of track: TrackLayout, _ movieTimescale: UInt32, isFragmented: Bool) -> (list: EditListBox?, duration: UInt64) {
    let blueprint = track.blueprint
    if let copied = blueprint.editList { return adapted(copied, track, movieTimescale, isFragmented: isFragmented) }
    guard let first = track.samples.firstComposition else { return (nil, 0) }
    let shown = blueprint.start + first
    // What would be shown before the beginning is cut off.
    let mediaTime = shown < 0 ? first - shown : first
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
