import BitstreamKit
import MP4Kit

/// Remuxes samples to MP4.
struct MovieCarrier {
  let source: AnyByteSource
  let reader: MediaReader
  let options: CarryOptions
  let wanted: [Int]
  var muxer: MovieMuxer
  var transforms: [SampleTransform?]
  /// Output track index of each source track; nil if not wanted.
  var places: [Int?] = []
  /// Whether the samples of each output track are converted.
  var changes: [Bool]
  /// Output tracks whose samples all use the first description and carry parameter sets of their own.
  var flattened: [Bool]
  var pump: SamplePump
  var report = CarryReport()
  /// The time by which each output track's presentation is moved in its media, so that no composition offset in fragments is negative, in
  /// units of the track's time scale. An edit list moves it back.
  var delays: [Int64]
  /// The first sample of each source track.
  let firstSamples: [Int: MediaSample]
  /// Findings that are known before the samples are read.
  private var findings: [String] = []
  /// The media of the current fragment for each output track: source ranges in `pending`, converted bytes in `made`.
  var pending: [[(offset: UInt64, size: UInt64)]]
  var made: [[UInt8]]
  /// The end of the media told to the muxer so far: decoding times from 0, and presentation.
  private var decoded: [Int64]
  private var ends: [Int64]

  init(
    _ source: AnyByteSource, _ reader: MediaReader, _ wanted: [Int], _ output: MediaOutput, _ options: CarryOptions
  ) throws(MediaError) {
    self.source = source
    self.reader = reader
    self.options = options
    self.wanted = wanted
    pump = SamplePump(source, output)
    let first = try SampleQueue.firstSamples(reader, reader.timedTracks(with: wanted))
    report.notes += try LateKey.notes(reader, wanted, first)
    var layout = MovieMuxer.Layout.plain
    if case .fragmented = options.layout { layout = .fragmented }
    if case .hybrid = options.layout { layout = .hybrid }
    if layout == .hybrid, !pump.canReplace { throw .unsupported("a hybrid movie needs a seekable output") }
    var blueprints = try Self.blueprints(source, reader, wanted, first, options, isFragmented: layout == .fragmented)
    let isQuickTime = try Self.convertQuickTime(&blueprints, reader, wanted, options, &report)
    if options.setsInSamples { for index in blueprints.indices { blueprints[index].allowSetsInSamples() } }
    places = [Int?](repeating: nil, count: reader.tracks.count)
    for (place, track) in wanted.enumerated() where places[track] == nil { places[track] = place }
    transforms = wanted.map { SampleTransform(reader.tracks[$0], to: .lengths, correction: options.corrections[$0]) }
    changes = transforms.map { $0 != nil }
    flattened = wanted.map { _ in false }
    pending = wanted.map { _ in [] }
    made = wanted.map { _ in [] }
    decoded = wanted.map { _ in 0 }
    (ends, delays) = (decoded, decoded)
    firstSamples = first
    let data = try reader.userData()
    if data.omittedTexts > 0 {
      findings.append("\(counted(data.omittedTexts, "text")) of the metadata left out: longer than its box")
    }
    if data.omittedBytes > 0 { findings.append("metadata of \(data.omittedBytes) bytes is left out: it is too large to be copied") }
    if layout == .fragmented, options.isCMAF, wanted.count > 1 {
      report.notes.append("the CMAF brand is left out: a CMAF file has one track, and this one has \(wanted.count)")
    }
    var movie = try Self.movie(reader, data, layout, options, trackCount: wanted.count, isQuickTime: isQuickTime)
    if reader.isQuickTime, !isQuickTime { movie.furtherBoxes = QuickTimeConversion.metadata(movie.furtherBoxes) }
    muxer = MovieMuxer(movie, tracks: blueprints, layout: layout)
    if layout != .fragmented, let start = Self.lateStart(reader, blueprints, wanted, first) {
      report.notes.append("nothing is shown before \(start), as in the fragments; use 'cut' to start there")
    }
  }

  /// Converts what QuickTime alone has in the tracks of an ISO file.
  /// - Returns: whether the file is a QuickTime file.
  private static func convertQuickTime(
    _ blueprints: inout [TrackBlueprint], _ reader: MediaReader, _ wanted: [Int], _ options: CarryOptions, _ report: inout CarryReport
  ) throws(MediaError) -> Bool {
    if reader.isQuickTime {
      if !options.convertsQuickTime { return true }
      if let track = QuickTimeConversion.exclusiveTrack(reader, wanted) {
        report.notes.append(
          "this is a QuickTime file still: track \(track.index), \(track.codec.name), has a sample entry that only QuickTime files have")
        return true
      }
      for (place, index) in wanted.enumerated() { try QuickTimeConversion.convert(&blueprints[place], reader, index) }
      return false
    }
    for place in blueprints.indices where QuickTimeConversion.hasTraces(blueprints[place]) {
      // 0 is English in QuickTime. FFmpeg leaves it in the chapters of an ISO file.
      let isQuickTimeTrack = blueprints[place].handler.preDefined.rawValue != 0
      if blueprints[place].language.letters == nil, !isQuickTimeTrack { blueprints[place].language = PackedLanguage() }
      QuickTimeConversion.convert(&blueprints[place])
    }
    return false
  }

  /// The time at which a plain movie made from fragments first shows anything; nil if that is its start.
  private static func lateStart(
    _ reader: MediaReader, _ blueprints: [TrackBlueprint], _ wanted: [Int], _ first: [Int: MediaSample]
  ) -> String? {
    guard reader.movie?.isFragmented == true, wanted.contains(where: { first[$0]?.decodeTime ?? 0 != 0 }) else { return nil }
    var earliest: Int64?
    for (blueprint, index) in zip(blueprints, wanted) {
      guard let sample = first[index] else { continue }
      if blueprint.editList != nil { return nil }
      let shown = blueprint.start &+ sample.presentationTime &- sample.decodeTime
      guard let time = MediaTime(value: shown, timescale: blueprint.timescale)?.value(in: 1000), time > 0 else { return nil }
      earliest = min(earliest ?? time, time)
    }
    return earliest.map { MediaComposition.seconds($0, 1000) }
  }

  /// Brands and movie time scale; the latter that of the source if it is a movie. QuickTime sample descriptions require a QuickTime brand.
  private static func movie(
    _ reader: MediaReader, _ data: MovieUserData, _ layout: MovieMuxer.Layout, _ options: CarryOptions, trackCount: Int,
    isQuickTime: Bool
  ) throws(MediaError) -> MovieBlueprint {
    var movie = MovieBlueprint()
    var data = data
    do {
      for item in options.metadata { try data.set(item) }
      movie.furtherBoxes = try data.encoded()
    } catch { throw .unsupported(error.description) }
    movie.creationTime = data.creationTime
    movie.timescale = reader.movieTimescale ?? 1000
    if isQuickTime {
      movie.majorBrand = "qt  "
      movie.compatibleBrands = ["qt  "]
    } else if layout == .fragmented {
      movie.majorBrand = "iso5"
      movie.compatibleBrands = ["iso5", "iso6", "mp41"]
      if options.isCMAF, trackCount == 1 {
        movie.majorBrand = "iso6"
        movie.compatibleBrands = ["iso6", "cmfc", "mp41"]
      }
    } else if layout == .hybrid {
      movie.compatibleBrands = ["isom", "iso6", "mp41"]
    } else {
      movie.compatibleBrands = ["isom", "iso4", "mp41"]
      if let brand = options.majorBrand {
        movie.majorBrand = brand
        movie.compatibleBrands.insert(brand, at: 0)
      }
    }
    return movie
  }

  /// The tracks on a common timeline: with the edit lists of a movie, else with times relative to the earliest one.
  private static func blueprints(
    _ source: AnyByteSource, _ reader: MediaReader, _ wanted: [Int], _ first: [Int: MediaSample], _ options: CarryOptions,
    isFragmented: Bool
  ) throws(MediaError) -> [TrackBlueprint] {
    var blueprints: [TrackBlueprint] = []
    let ids = Set(wanted.map { reader.tracks[$0].id })
    for (place, index) in wanted.enumerated() {
      let track = reader.tracks[index]
      if track.isProtected { throw .unsupported("track \(index) is encrypted: encrypted samples cannot be remuxed") }
      if var blueprint = try reader.blueprint(of: index) {
        // References to tracks that are not written would be invalid.
        blueprint.mapReferences { ids.contains($0) ? $0 : nil }
        if reader.traits.placement == .edits {
          if options.layout.isOfFragments { blueprint.editsAreComplete = try EditedMedia.endsEarly(source, reader, index) }
          if let correction = options.corrections[index] { blueprint.apply(correction, movieTimescale: reader.movieTimescale ?? 1000) }
        }
        blueprints.append(blueprint)
        continue
      }
      guard track.timescale != nil else {
        throw .needs(.frameRate, "the stream has no frame rate")
      }
      blueprints.append(try .made(track, id: UInt32(place + 1), setsInSamples: options.setsInSamples))
    }
    enable(&blueprints, reader, wanted)
    switch reader.traits.placement {
    case .times: try place(&blueprints, source, reader, wanted, first)
    // In fragments, a movie's times are kept.
    case .edits:
      if !isFragmented, wanted.contains(where: { first[$0]?.decodeTime ?? 0 != 0 || beginsEarly(reader, $0, first[$0]) }) {
        try place(&blueprints, source, reader, wanted, first)
      }
    case .blueprints: break
    }
    return blueprints
  }

  /// Enables the first video and the first audio track if no track of that kind is enabled, because the enabled ones are left out: players
  /// ignore disabled tracks. Pictures of chapters stay disabled.
  private static func enable(_ blueprints: inout [TrackBlueprint], _ reader: MediaReader, _ wanted: [Int]) {
    for handler in ["vide", "soun"] as [FourCC] {
      let places = wanted.indices.filter { place in
        blueprints[place].handler.handlerType == handler && !reader.tracks[wanted[place]].codec.isStillPicture
      }
      guard let first = places.first, places.allSatisfy({ blueprints[$0].flags & 1 == 0 }) else { continue }
      blueprints[first].flags |= 3
    }
  }

  /// Whether the first edit of fragments begins before their first sample: FFmpeg presents that sample at the start of a plain movie.
  private static func beginsEarly(_ reader: MediaReader, _ track: Int, _ first: MediaSample?) -> Bool {
    guard let first, let movie = reader.movie, movie.isFragmented, let edit = movie.tracks[track].editList?.entries.first else {
      return false
    }
    return edit.mediaTime >= 0 && edit.mediaTime < first.presentationTime
  }

  /// Sample tables count from 0, so the start of each track is expressed by an edit list.
  private static func place(
    _ blueprints: inout [TrackBlueprint], _ source: AnyByteSource, _ reader: MediaReader, _ wanted: [Int], _ samples: [Int: MediaSample]
  ) throws(MediaError) {
    guard let first = samples.compactMap({ reader.firstShown($0.key, $0.value) }).min() else { return }
    // A movie's timeline starts at 0, whatever it shows first.
    let earliest = reader.traits.placement == .times ? first : min(first, .zero)
    for (place, index) in wanted.enumerated() {
      let (scale, decoded) = (reader.tracks[index].timescale ?? 1, samples[index]?.decodeTime ?? 0)
      if reader.isCutUp(index) ? true : try EditedMedia.endsEarly(source, reader, index) {
        let offset = samples[index].map { $0.presentationTime &- $0.decodeTime } ?? 0
        blueprints[place].moveEdits(by: decoded, movieTimescale: reader.movieTimescale ?? 1000, first: offset)
        continue
      }
      let origin = reader.timelineShift(of: index).nearlySubtracting(earliest)?.value(in: scale) ?? 0
      let (start, overflow) = decoded.addingReportingOverflow(origin)
      blueprints[place].start = overflow ? decoded : start
      blueprints[place].editList = nil
    }
  }

  // MARK: - Layouts

  mutating func run() throws(MediaError) -> CarryReport {
    switch options.layout {
    case .plain: pump.canReplace ? try runPlain() : try runFaststart()
    case .faststart: try runFaststart()
    case .fragmented(let length), .hybrid(let length): try runFragmented(length)
    }
    do { try pump.flush() } catch { throw .bytes(error) }
    report.bytes = pump.position
    return report
  }

  func queue(_ order: SampleQueue.Order) throws(MediaError) -> SampleQueue {
    try SampleQueue(source, reader, wanted: wanted, order: order)
  }

  /// Writes in one pass: samples in file order, then `moov`, then the size of `mdat`.
  private mutating func runPlain() throws(MediaError) {
    try flattenOnRequest()
    var samples = try queue(.file)
    try put(try attempt { (m) throws(SyntaxError) in try m.beginning() })
    let headerAt = pump.position
    try put(MovieMuxer.mediaDataHeader(0))
    let start = pump.position
    var sample = MediaSample()
    while try samples.next(&sample) {
      if changesDescription(sample) { follow(sample, samples) }
      try write(sample, register(sample))
    }
    try describe(samples)
    try put(try attempt { (m) throws(SyntaxError) in try m.end(mediaDataAt: start) })
    do { try pump.replace(at: headerAt, MovieMuxer.mediaDataHeader(muxer.mediaByteCount)) } catch { throw .bytes(error) }
    conclude(samples)
  }

  /// Writes in two passes: the first registers all samples with the muxer, the second writes them.
  private mutating func runFaststart() throws(MediaError) {
    try flattenOnRequest()
    try registerAll()
    try put(try attempt { (m) throws(SyntaxError) in try m.front() })
    var samples = try queue(.file)
    restart()
    var sample = MediaSample()
    while try samples.next(&sample) {
      if changesDescription(sample) { follow(sample, samples) }
      try write(sample, isChanged(sample))
    }
    conclude(samples)
  }

  /// The first pass, with a reader of its own: of two passes only one holds the tables of a fragment in memory.
  private mutating func registerAll() throws(MediaError) {
    var samples = try queue(.file)
    var sample = MediaSample()
    while try samples.next(&sample) {
      if changesDescription(sample) { follow(sample, samples) }
      _ = try register(sample)
    }
    try describe(samples)
  }

  /// Restarts the transforms for a second pass.
  mutating func restart() { for place in transforms.indices { transforms[place]?.restart() } }

  /// Sets the track properties that are known only after all samples have been read.
  mutating func describe(_ samples: SampleQueue) throws(MediaError) {
    for (place, track) in wanted.enumerated() {
      // Tables that count samples do not match if samples are missing.
      if samples.missing > 0 { muxer[track: place].furtherTableBoxes = [] }
      if samples.missing > 0 || options.clipsEdits {
        muxer[track: place].clipEdits(at: ends[place], movieTimescale: muxer.movie.timescale)
      }
      if flattened[place] { continue }
      let loose = transforms[place]?.looseDescriptions ?? []
      var found = reader.traits.knowsDescriptions ? [] : samples.descriptions(ofTrack: track)
      for index in found.indices { found[index].configuration.cover(transforms[place]?.looseSets[UInt32(index + 1)] ?? []) }
      guard let entries = try reader.sampleEntries(ofTrack: track, found, loose: loose, setsInSamples: options.setsInSamples) else {
        continue
      }
      do { muxer[track: place].sampleDescriptions = try TrackBlueprint.stsd(entries) } catch { throw .unsupported(error.description) }
      if options.setsInSamples { muxer[track: place].allowSetsInSamples() }
    }
  }

  /// Converts a sample if its track requires it; in the second pass as in the first.
  /// - Returns: whether it was converted.
  mutating func isChanged(_ sample: MediaSample) throws(MediaError) -> Bool {
    guard let place = places[sample.track], changes[place] else { return false }
    var bytes = source
    try transforms[place]?.convert(sample, &bytes)
    return true
  }

  // MARK: - Samples

  /// Whether a converted sample uses another description than the preceding one. Separate from `follow`, because passing the queue for every
  /// sample is expensive.
  @inline(__always) func changesDescription(_ sample: MediaSample) -> Bool {
    guard let place = places[sample.track], changes[place] else { return false }
    return transforms[place]?.description != sample.descriptionIndex
  }

  /// Switches the transform to the description of a sample.
  mutating func follow(_ sample: MediaSample, _ samples: SampleQueue) {
    if let place = places[sample.track] { transforms[place]?.follow(sample, samples) }
  }

  /// The sample's description number in the output.
  @inline(__always) func index(of sample: MediaSample, _ place: Int) -> UInt32 { flattened[place] ? 1 : sample.descriptionIndex }

  /// Registers a sample with the muxer.
  /// - Returns: whether it was converted; the transform then puts its bytes.
  mutating func register(_ sample: MediaSample) throws(MediaError) -> Bool {
    guard let place = places[sample.track] else { return false }
    if sample.descriptionIndex == 0 { throw .unsupported("track \(sample.track) has too many configurations") }
    var size = sample.size
    let isMade = try isChanged(sample)
    if isMade { size = transforms[place]?.byteCount ?? 0 }
    guard let bytes = UInt32(exactly: size) else { throw .unsupported("the sample at \(sample.offset) is too large: \(size) bytes") }
    if sample.duration == .max, reader.traits.derivesDurations {
      let units = "1/\(reader.tracks[sample.track].timescale ?? 1) s"
      let advice = reader.traits.placement == .blueprints ? "" : "; 'cut' writes coarser units"
      throw .unsupported(
        "the sample at \(sample.offset) of track \(sample.track) lasts until the next one, longer than 32 bits can say in units of \(units)\(advice)"
      )
    }
    guard let offset = Int32(exactly: sample.presentationTime &- sample.decodeTime &+ delays[place]) else {
      throw .unsupported("the sample at \(sample.offset) has a composition offset beyond 32 bits")
    }
    muxer.append(
      MovieMuxer.Entry(
        track: place, duration: sample.duration, compositionOffset: offset, size: bytes, isSync: sample.isKey,
        dependency: sample.dependency,
        descriptionIndex: index(of: sample, place)))
    ends[place] = max(ends[place], decoded[place] &+ Int64(offset) &+ Int64(sample.duration))
    decoded[place] &+= Int64(sample.duration)
    report.samples += 1
    return isMade
  }

  private mutating func write(_ sample: MediaSample, _ isMade: Bool) throws(MediaError) {
    if isMade, let place = places[sample.track] {
      try transforms[place]?.put(into: &pump)
    } else {
      do { try pump.put(sample.offset, sample.size) } catch { throw .bytes(error) }
    }
  }

  mutating func put(_ bytes: [UInt8]) throws(MediaError) {
    do { try pump.put(bytes) } catch { throw .bytes(error) }
  }

  mutating func put(_ boxes: BoxBuilder) throws(MediaError) {
    do { try boxes.emit { (piece) throws(ByteError) in try pump.put(piece) } } catch { throw .bytes(error) }
  }

  func attempt<Built>(_ body: (borrowing MovieMuxer) throws(SyntaxError) -> Built) throws(MediaError) -> Built {
    do { return try body(muxer) } catch { throw .unsupported(error.description) }
  }

  mutating func conclude(_ samples: SampleQueue) {
    report.findings = findings + samples.findings
    for (place, track) in wanted.enumerated() {
      guard let transform = transforms[place], let editor = transform.editor else { continue }
      report.appliedEdits[track] = editor.isApplied
      if let finding = transform.editFinding { report.findings.append("parameter set not changed: \(finding)") }
    }
  }
}
