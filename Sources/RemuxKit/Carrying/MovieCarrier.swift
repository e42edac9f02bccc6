import BitstreamKit
import MP4Kit

/// Carries samples into an MP4.
struct MovieCarrier {
  let source: AnyByteSource
  let reader: MediaReader
  let options: CarryOptions
  private let frameRate: ExactRatio?
  let wanted: [Int]
  var muxer: MovieMuxer
  var transforms: [SampleTransform?]
  /// Of a track of the source, its place among those that are carried.
  var places: [Int?] = []
  /// Of a track that is carried, whether its samples change their form.
  var changes: [Bool]
  /// Tracks that are carried whose samples all go by the first description, with the sets of their own within them.
  var flattened: [Bool]
  var pump: SamplePump
  var report = CarryReport()
  /// What the fragment under way holds of each track that is carried: places in the source, or for one that changes its form bytes.
  var pending: [[(offset: UInt64, size: UInt64)]]
  var made: [[UInt8]]

  init(
    _ source: AnyByteSource, _ reader: MediaReader, _ wanted: [Int], _ output: MediaOutput, _ options: CarryOptions, frameRate: ExactRatio?
  ) throws(MediaError) {
    self.source = source
    self.reader = reader
    self.options = options
    self.frameRate = frameRate
    self.wanted = wanted
    pump = SamplePump(source, output)
    let first = try SampleQueue.firstSamples(source, reader, wanted, frameRate)
    var layout = MovieMuxer.Layout.plain
    if case .fragmented = options.layout { layout = .fragmented }
    if case .hybrid = options.layout { layout = .hybrid }
    if layout == .hybrid, !pump.canReplace { throw .unsupported("the output cannot go back, as a hybrid movie has to in the end") }
    var blueprints = try Self.blueprints(source, reader, wanted, first, options, isFragmented: layout == .fragmented)
    if options.setsInSamples { for index in blueprints.indices { blueprints[index].letSetsIntoSamples() } }
    places = reader.tracks.indices.map { wanted.firstIndex(of: $0) }
    transforms = wanted.map { SampleTransform(reader.tracks[$0], to: .lengths) }
    changes = transforms.map { $0 != nil }
    flattened = wanted.map { _ in false }
    pending = wanted.map { _ in [] }
    made = wanted.map { _ in [] }
    muxer = MovieMuxer(try Self.movie(reader, layout, options), tracks: blueprints, layout: layout)
    if layout != .plain { placeFragments(first) }
    if layout != .fragmented, let start = Self.lateStart(reader, blueprints, wanted, first) {
      report.notes.append("nothing is shown before \(start), as in the fragments; 'cut' begins there")
    }
  }

  /// When the first sample of fragments is shown in a plain movie, where that is not at its beginning.
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

  /// Brands and time scale: those of the source where it is a movie. QuickTime's own sample descriptions are not those of ISO.
  private static func movie(
    _ reader: MediaReader, _ layout: MovieMuxer.Layout, _ options: CarryOptions
  ) throws(MediaError) -> MovieBlueprint {
    var movie = MovieBlueprint()
    var data = try reader.userData()
    do {
      for item in options.metadata { try data.set(item) }
      movie.furtherBoxes = try data.encoded()
    } catch { throw .unsupported(error.description) }
    movie.creationTime = data.creationTime
    movie.timescale = reader.movieTimescale ?? 1000
    if reader.isQuickTime {
      movie.majorBrand = "qt  "
      movie.compatibleBrands = ["qt  "]
    } else if layout == .fragmented {
      movie.majorBrand = "iso5"
      movie.compatibleBrands = ["iso5", "iso6", "mp41"]
      if options.isCMAF {
        movie.majorBrand = "iso6"
        movie.compatibleBrands = ["iso6", "cmfc", "mp41"]
      }
    } else if layout == .hybrid {
      movie.compatibleBrands = ["isom", "iso6", "mp41"]
    } else {
      movie.compatibleBrands = ["isom", "iso4", "mp41"]
    }
    return movie
  }

  /// The tracks with their places on one timeline: a movie's own edit lists, else the times as they are, from the earliest on.
  private static func blueprints(
    _ source: AnyByteSource, _ reader: MediaReader, _ wanted: [Int], _ first: [Int: MediaSample], _ options: CarryOptions,
    isFragmented: Bool
  ) throws(MediaError) -> [TrackBlueprint] {
    var blueprints: [TrackBlueprint] = []
    for (place, index) in wanted.enumerated() {
      let track = reader.tracks[index]
      if track.isProtected { throw .unsupported("track \(index) is encrypted: its samples cannot be carried without what decrypts them") }
      if let composition = reader.composition {
        blueprints.append(composition.blueprints[index])
        continue
      }
      if let movie = reader.movie {
        var copy = try TrackBlueprint.copy(movie.tracks[index], of: movie, isWhole: wanted.count == reader.tracks.count)
        if options.layout.isOfFragments { copy.editsAreComplete = try EditedMedia.endsEarly(source, reader, index) }
        blueprints.append(copy)
        continue
      }
      guard track.timescale != nil else {
        throw .unsupported("the stream says no frame rate: --fps says it")
      }
      blueprints.append(try .made(track, id: UInt32(place + 1), setsInSamples: options.setsInSamples))
    }
    let isMoved = wanted.contains { (first[$0]?.decodeTime ?? 0) != 0 }
    // In fragments the times of a movie stay what they are.
    if reader.movie == nil && reader.composition == nil || isMoved && !isFragmented && reader.movie != nil {
      place(&blueprints, reader, wanted, first)
    }
    return blueprints
  }

  /// Sample tables count from 0: where a track begins on the timeline of all is said by an edit list.
  private static func place(_ blueprints: inout [TrackBlueprint], _ reader: MediaReader, _ wanted: [Int], _ samples: [Int: MediaSample]) {
    func shown(_ index: Int) -> MediaTime? {
      let own = samples[index].flatMap { MediaTime(value: $0.presentationTime, timescale: reader.tracks[index].timescale ?? 1) }
      guard let time = own?.nearlyAdding(reader.timelineShift(of: index)) else { return nil }
      // What an edit list cuts off is not shown.
      return reader.isCut(index) ? max(time, reader.timelineDelay(of: index)) : time
    }
    guard let first = wanted.compactMap(shown).min() else { return }
    // A movie's timeline counts from 0, whatever it shows first.
    let earliest = reader.movie == nil ? first : min(first, .zero)
    for (place, index) in wanted.enumerated() {
      let (scale, decoded) = (reader.tracks[index].timescale ?? 1, samples[index]?.decodeTime ?? 0)
      if reader.isCutUp(index) {
        blueprints[place].moveEdits(by: decoded)
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
    try SampleQueue(source, reader, wanted: wanted, order: order, frameRate: frameRate)
  }

  /// One pass: samples as they come, then the `moov`; the size of the media data is put in at the end.
  private mutating func runPlain() throws(MediaError) {
    var samples = try queue(.file)
    try put(try attempt { (m) throws(SyntaxError) in try m.beginning() })
    let headerAt = pump.position
    try put(MovieMuxer.mediaDataHeader(0))
    let start = pump.position
    while let sample = try samples.next() {
      if isTurn(sample) { turn(sample, samples) }
      try write(sample, tell(sample))
    }
    try describe(samples)
    try put(try attempt { (m) throws(SyntaxError) in try m.end(mediaDataAt: start) })
    do { try pump.replace(at: headerAt, MovieMuxer.mediaDataHeader(muxer.mediaByteCount)) } catch { throw .bytes(error) }
    conclude(samples)
  }

  /// Two passes: the first tells the muxer of all samples, the second writes them.
  private mutating func runFaststart() throws(MediaError) {
    var samples = try queue(.file)
    while let sample = try samples.next() {
      if isTurn(sample) { turn(sample, samples) }
      _ = try tell(sample)
    }
    try describe(samples)
    try put(try attempt { (m) throws(SyntaxError) in try m.front() })
    samples = try queue(.file)
    restart()
    while let sample = try samples.next() {
      if isTurn(sample) { turn(sample, samples) }
      try write(sample, isChanged(sample))
    }
    conclude(samples)
  }

  /// The samples come once more.
  mutating func restart() { for place in transforms.indices { transforms[place]?.restart() } }

  /// What is known of the tracks only when all samples have been seen.
  mutating func describe(_ samples: SampleQueue) throws(MediaError) {
    for (place, track) in wanted.enumerated() {
      // What counts samples does not fit where some are missing.
      if samples.missing > 0 { muxer[track: place].furtherTableBoxes = [] }
      if flattened[place] { continue }
      let loose = transforms[place]?.looseDescriptions ?? []
      if let composition = reader.composition {
        if loose.isEmpty { continue }
        let all = composition.entries[track]
        try setEntries(all.count, of: place) { (index) throws(MediaError) in
          try all[index].bytes(setsInSamples: loose.contains(UInt32(index + 1)))
        }
      } else if reader.movie == nil {
        let all = samples.descriptions(ofTrack: track)
        if all.count < 2, loose.isEmpty { continue }
        let (original, isLoose) = (reader.tracks[track], options.setsInSamples)
        try setEntries(all.count, of: place) { (index) throws(MediaError) in
          var described = original
          described.configuration = all[index].configuration
          return try TrackBlueprint.entry(described, setsInSamples: isLoose || loose.contains(UInt32(index + 1)))
        }
      }
    }
  }

  private mutating func setEntries(_ count: Int, of place: Int, _ entry: (Int) throws(MediaError) -> [UInt8]) throws(MediaError) {
    var entries: [[UInt8]] = []
    for index in 0..<count { entries.append(try entry(index)) }
    do { muxer[track: place].sampleDescriptions = try TrackBlueprint.stsd(entries) } catch { throw .unsupported(error.description) }
    if options.setsInSamples { muxer[track: place].letSetsIntoSamples() }
  }

  /// Whether a sample changes its form, which has to be made once more for the second pass.
  mutating func isChanged(_ sample: MediaSample) throws(MediaError) -> Bool {
    guard let place = places[sample.track], changes[place] else { return false }
    var bytes = source
    try transforms[place]?.convert(sample, &bytes)
    return true
  }

  // MARK: - Samples

  /// Whether a sample changes its form and goes by another description than the one before it. Asked apart from `turn`, which takes a queue:
  /// that is much to hand over for every sample.
  @inline(__always) func isTurn(_ sample: MediaSample) -> Bool {
    guard let place = places[sample.track], changes[place] else { return false }
    return transforms[place]?.description != sample.descriptionIndex
  }

  /// Goes by the description of a sample.
  mutating func turn(_ sample: MediaSample, _ samples: SampleQueue) {
    if let place = places[sample.track] { transforms[place]?.follow(sample, samples) }
  }

  /// Which description of the movie that is written a sample goes by.
  @inline(__always) func index(of sample: MediaSample, _ place: Int) -> UInt32 { flattened[place] ? 1 : sample.descriptionIndex }

  /// Tells the muxer of a sample.
  /// - Returns: whether it has changed its form; its bytes are then those of the transform.
  mutating func tell(_ sample: MediaSample) throws(MediaError) -> Bool {
    guard let place = places[sample.track] else { return false }
    if sample.descriptionIndex == 0 { throw .unsupported("more configurations of track \(sample.track) than can be kept") }
    var size = sample.size
    let isMade = try isChanged(sample)
    if isMade { size = UInt64(transforms[place]?.output.count ?? 0) }
    guard let bytes = UInt32(exactly: size) else { throw .unsupported("a sample of \(size) bytes at \(sample.offset)") }
    guard let offset = Int32(exactly: sample.presentationTime &- sample.decodeTime) else {
      throw .unsupported("the sample at \(sample.offset) is shown too far from its decoding time")
    }
    muxer.append(
      MovieMuxer.Entry(
        track: place, duration: sample.duration, compositionOffset: offset, size: bytes, isSync: sample.isKey,
        dependency: sample.dependency,
        descriptionIndex: index(of: sample, place)))
    report.samples += 1
    return isMade
  }

  private mutating func write(_ sample: MediaSample, _ isMade: Bool) throws(MediaError) {
    do {
      if isMade, let place = places[sample.track] {
        try pump.put(transforms[place]?.output ?? [])
      } else {
        try pump.put(sample.offset, sample.size)
      }
    } catch { throw .bytes(error) }
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

  mutating func conclude(_ samples: SampleQueue) { report.findings = samples.findings }
}
