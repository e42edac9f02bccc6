import BitstreamKit

/// The properties of a movie as a whole.
public struct MovieBlueprint: Sendable {
  /// The time scale of movie durations and edit lists, in units per second.
  public var timescale: UInt32 = 1000
  /// The major brand.
  public var majorBrand: FourCC = "isom"
  /// The compatible brands.
  public var compatibleBrands: [FourCC] = ["isom", "iso2", "mp41"]
  /// Complete boxes appended to the `moov`, such as `udta`, `meta` or `pssh`.
  public var furtherBoxes: [UInt8] = []
  /// The creation time in `mvhd`, `tkhd` and `mdhd`, in seconds since 1904-01-01 UTC; 0 if unknown.
  public var creationTime: UInt64 = 0

  /// A movie with a time scale of 1000 and the brands isom, iso2 and mp41.
  public init() {}
}

/// A track and its sample tables.
struct TrackLayout {
  var blueprint: TrackBlueprint
  var samples: SampleTableBuilder
}

/// The form of the duration of a fragmented movie.
enum FragmentsHeader {
  /// No `mehd`.
  case unknown
  /// Space is reserved for a `mehd`.
  case reserved
  /// A `mehd` with a duration in units of the movie's time scale.
  case duration(UInt64)
}

/// Builds `ftyp` and `moov`.
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
  ///   - shift: the number of bytes added to each chunk offset.
  ///   - fragments: the form of the duration of a fragmented movie; nil for a plain movie.
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

  /// Builds a `mehd` of constant size (20 bytes).
  static func fragmentDuration(_ duration: UInt64) throws(SyntaxError) -> [UInt8] {
    var header = MovieExtendsHeaderBox()
    header.fragmentDuration = duration
    header.version = 1
    var builder = BoxBuilder()
    try builder.box(header)
    return builder.bytes
  }

  /// Space for a `mehd` that is written at the end: a `free` box of the same size.
  private static var reservedDuration: [UInt8] { free(20) }

  /// A `free` box of `byteCount` bytes, header included, at least 8.
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
      if !blueprint.references.isEmpty {
        try builder.box("tref") { (builder) throws(SyntaxError) in
          for reference in blueprint.references { try builder.box(reference.type, reference.box) }
        }
      }
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
            builder.raw(blueprint.selfContainedDescriptions)
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
      builder.raw(blueprint.apertureDimensions)
      builder.raw(blueprint.furtherBoxes)
    }
  }

  /// Writes a `dinf` with one self-contained data reference.
  private static func dataInformation(_ builder: inout BoxBuilder) throws(SyntaxError) {
    try builder.box("dinf") { (builder) throws(SyntaxError) in
      var references = DataReferenceBox()
      references.entryCount = 1
      try builder.box(references) { (builder) throws(SyntaxError) in try builder.box(DataEntryUrlBox()) }
    }
  }

  // MARK: - Sample groups

  /// Builds a `sgpd` with one `roll` entry.
  private static func rollDescription(_ distance: Int16) throws(SyntaxError) -> SampleGroupDescriptionBox {
    var entry = RollRecoveryEntry()
    entry.rollDistance = distance
    var box = SampleGroupDescriptionBox()
    box.defaultLength = 2
    box.entries = PackedTable(packed: try entry.encoded(), layout: 2)
    return box
  }

  /// Builds a `sbgp` that assigns all samples to that entry.
  static func rollGroup(of samples: UInt32) throws(SyntaxError) -> SampleToGroupBox {
    var entry = SampleToGroupBox.Entry()
    (entry.sampleCount, entry.groupDescriptionIndex) = (samples, 1)
    var box = SampleToGroupBox()
    box.entries = PackedTable([entry])
    return box
  }

  // MARK: - Edit lists

  /// The edit list of a track, nil if none is needed, and the track duration in units of the movie's time scale.
  static func edits(of track: TrackLayout, _ movieTimescale: UInt32, isFragmented: Bool) -> (list: EditListBox?, duration: UInt64) {
    let blueprint = track.blueprint
    if let copied = blueprint.editList { return adapted(copied, track, movieTimescale, isFragmented: isFragmented) }
    guard let first = track.samples.firstComposition else { return (nil, 0) }
    let begin = first + blueprint.priming
    let shown = blueprint.start + begin
    // Media with a negative presentation time is cut off.
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

  /// The edit list of media that is not yet known: composition time `begin` is presented at `shown`, both in units of the media time scale.
  /// Media with a negative presentation time is cut off. nil if the two times are equal and `isCut` is false.
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

  /// Adapts an edit list of another file. A last edit that lasts to the end of the media has duration 0 in a fragmented movie, and its
  /// actual duration in a plain one (ISO/IEC 14496-12, 8.6.6.1).
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

  /// Uses version 0 if the numbers fit, for players that do not support version 1.
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
