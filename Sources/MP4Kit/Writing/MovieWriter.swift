import BitstreamKit

/// Writes a movie of samples as they come: what a recorder needs.
///
/// Add an input for each track, start the session, append samples to the inputs in the order of their decoding times (the inputs may be
/// fed in any order among each other), and finish. What comes of it is the same bytes each time, for no clock is asked.
///
/// Memory is bounded: samples wait only as long as it takes to lay them out by time, or to fill a fragment; the tables of a plain or
/// hybrid movie take a few bytes for each sample. Not for several threads at a time; an actor is a good place for it.
public final class MovieWriter {
  /// How far it has come.
  public enum Status: Sendable, Equatable {
    /// Inputs can be added; the session has not started.
    case unknown
    /// Samples can be appended.
    case writing
    /// The file is complete.
    case completed
    /// The output failed, and nothing more is written. Fragments that were written before can be played.
    case failed(MediaError)
    /// `cancel` was called.
    case cancelled
  }

  /// How far it has come.
  public internal(set) var status = Status.unknown
  /// How many bytes the file has so far.
  public internal(set) var byteCount: UInt64 = 0
  /// How many samples were appended.
  public private(set) var sampleCount: UInt64 = 0
  /// What could not be done as it was asked for; one line each.
  public internal(set) var findings: [String] = []
  /// Is told of each fragment when it has been written, and of what stands before the first.
  public var didWriteFragment: ((MovieFragmentReport) -> Void)?

  let output: MediaOutput
  let layout: MovieLayout
  let options: MovieWriterOptions
  var tracks: [MovieWriterTrack] = []
  /// Once something was written.
  var muxer: MovieMuxer?
  var plain = PlainState()
  var fragments = FragmentState()
  private var origin = MediaTime.zero
  private var isSigned = false

  /// A movie that goes to an output.
  /// - Throws: where the layout asks for more than the output can do.
  public init(_ output: MediaOutput, layout: MovieLayout = .plain, options: MovieWriterOptions = MovieWriterOptions()) throws(MediaError) {
    self.output = output
    self.layout = layout
    self.options = options
    switch layout {
    case .plain, .faststart, .hybrid:
      if output.replace == nil {
        throw .unsupported("the output cannot go back, as this layout has to: fragments can be written to it")
      }
    case .fragmented(let fragments):
      if case .front = fragments.segmentIndex, output.replace == nil {
        throw .unsupported("the output cannot go back, as an index in front of the fragments has to")
      }
    }
    if case .faststart(let room) = layout, room < 0 || room > 1 << 30 { throw .unsupported("room of \(room) bytes for the moov") }
    isSigned =
      switch (options.compositionOffsets, layout) {
      case (.signed, _), (nil, .fragmented): true
      default: false
      }
  }

  // MARK: - Inputs

  /// Adds a track, before the session starts.
  /// - Throws: once it has started, or where the settings contradict themselves.
  public func addInput(_ settings: MovieInputSettings) throws(MediaError) -> MovieWriterInput {
    if status != .unknown { throw .unsupported("inputs are added before the session starts") }
    let id = settings.trackID ?? (tracks.map { $0.id }.max() ?? 0) + 1
    if id == 0 || id == UInt32.max || tracks.contains(where: { $0.id == id }) {
      throw .unsupported("a track's ID is neither 0 nor that of another: \(id)")
    }
    if settings.timescale == 0 { throw .unsupported("a time scale of 0") }
    if ![0, 90, 180, 270].contains(settings.rotation) { throw .unsupported("a rotation by \(settings.rotation) degrees") }
    // What cannot be described is found here and not at the end of a recording.
    do { _ = try settings.blueprint(id: id, timescale: 1, formats: [settings.format]) } catch { throw .unsupported(error.description) }
    tracks.append(MovieWriterTrack(settings, id: id))
    return MovieWriterInput(writer: self, index: tracks.count - 1)
  }

  /// Adds a track of a format, with nothing else said about it.
  public func addInput(_ format: MovieFormat) throws(MediaError) -> MovieWriterInput { try addInput(MovieInputSettings(format)) }

  /// Starts the session: the movie shows from here on what is shown at that time of the source.
  /// - Throws: where there is no input, or the session has started.
  public func startSession(atSourceTime time: MediaTime) throws(MediaError) {
    if status != .unknown { throw .unsupported("a session has started") }
    if tracks.isEmpty { throw .unsupported("there is no input") }
    origin = time
    status = .writing
  }

  // MARK: - Samples

  func append(
    _ bytes: [UInt8], _ range: Range<Int>, to index: Int, _ presentation: MediaTime, _ decode: MediaTime, _ duration: MediaTime?,
    _ isSync: Bool?, _ dependency: UInt8
  ) throws(MediaError) {
    try expectWriting()
    if tracks[index].isFinished { throw .unsupported("the input was marked as finished") }
    if range.lowerBound < 0 || range.upperBound > bytes.count { throw .unsupported("a sample outside of its bytes") }
    let composition = try tracks[index].units(presentation, since: origin)
    let decoded = try tracks[index].units(decode, since: origin)
    let units = SampleUnits(tracks[index].formats[Int(tracks[index].description) - 1], bytes, range)
    let isSync = isSync ?? units.isSync
    let front = isSync && !units.hasParameterSets ? tracks[index].setsInSamples : []
    try tracks[index].append(
      bytes, range, front: units.prefixed(front), decode: decoded, composition: composition, duration: duration, isSync: isSync,
      dependency: dependency, isSigned: isSigned)
    sampleCount += 1
    try pump(after: index)
  }

  func markAsFinished(_ index: Int) throws(MediaError) {
    try expectWriting()
    tracks[index].finish()
    try pump(after: index)
  }

  /// Samples that come now go by another format.
  func setFormat(_ format: MovieFormat, of index: Int) throws(MediaError) {
    if status != .unknown { try expectWriting() }
    let settings = tracks[index].settings
    if format.handler != settings.format.handler { throw .unsupported("a track keeps to one kind of media") }
    if format == tracks[index].formats[Int(tracks[index].description) - 1], tracks[index].setsInSamples.isEmpty { return }
    let isSameCodec =
      switch (format, settings.format) {
      case (.avc, .avc), (.hevc, .hevc): format.lengthSize == settings.format.lengthSize
      default: false
      }
    if settings.parameterSetsInSamples, isSameCodec {
      tracks[index].setsInSamples = format.parameterSets
      return
    }
    do { _ = try settings.descriptions([format], nil) } catch { throw .unsupported(error.description) }
    var changed = tracks[index]
    changed.setFormat(format)
    if muxer != nil, changed.formats.count > tracks[index].formats.count { try announce(changed, index) }
    tracks[index] = changed
  }

  /// What has been put in order so far is written.
  private func pump(after index: Int) throws(MediaError) {
    switch layout {
    case .plain, .faststart: try pumpPlain()
    case .fragmented, .hybrid: try pumpFragments(after: index)
    }
  }

  func isReady(_ index: Int) -> Bool {
    guard status == .writing, !tracks[index].isFinished else { return false }
    let track = tracks[index]
    // Half of what it takes until nobody is waited for any longer.
    let isAhead = exceeds(track.span, track.timescale, half: options.patience) || track.byteCount > byteLimit / 2
    return !isAhead || !tracks.contains { !$0.isFinished && $0.rows.count <= 1 }
  }

  // MARK: - The end

  /// Writes what waits and whatever completes the file.
  /// - Throws: where the output fails; what was written before can then be read as far as the layout lets one, see `MovieLayout`.
  public func finishWriting() throws(MediaError) {
    if status == .completed { return }
    try expectWriting()
    for index in tracks.indices { tracks[index].finish() }
    switch layout {
    case .plain, .faststart: try finishPlain()
    case .fragmented, .hybrid: try finishFragments()
    }
    status = .completed
  }

  /// Lets everything go that has not been written. What was written stays: an `OutputFile` that is not committed goes away by itself.
  public func cancel() {
    if status == .completed { return }
    for index in tracks.indices { tracks[index].removeAll() }
    status = .cancelled
  }

  private func expectWriting() throws(MediaError) {
    switch status {
    case .writing: return
    case .unknown: throw .unsupported("startSession comes before the samples")
    case .completed: throw .unsupported("the movie is complete")
    case .cancelled: throw .unsupported("the movie was cancelled")
    case .failed(let error): throw error
    }
  }
}

// MARK: - For the layouts

extension MovieWriter {
  /// The most bytes that wait in any of the tracks.
  var byteLimit: Int {
    switch layout {
    case .plain, .faststart: 4 << 20
    case .fragmented(let fragments), .hybrid(let fragments): max(1 << 16, fragments.byteLimit)
    }
  }

  /// Appends to the file.
  func put(_ bytes: [UInt8], _ range: Range<Int>? = nil) throws(MediaError) {
    let range = range ?? 0..<bytes.count
    if range.isEmpty { return }
    do { try output.append(bytes, range) } catch { throw fail(error) }
    byteCount += UInt64(range.count)
  }

  func put(_ boxes: BoxBuilder) throws(MediaError) {
    do {
      try boxes.emit { (piece) throws(ByteError) in
        try output.append(piece, 0..<piece.count)
        byteCount += UInt64(piece.count)
      }
    } catch { throw fail(error) }
  }

  /// Appends the samples that wait first, and lets them go.
  func put(_ count: Int, of index: Int) throws(MediaError) {
    do {
      try tracks[index].withBytes(of: count) { (bytes, range) throws(ByteError) in
        if range.isEmpty { return }
        try output.append(bytes, range)
        byteCount += UInt64(range.count)
      }
    } catch { throw fail(error) }
    tracks[index].drop(count)
  }

  func replace(at offset: UInt64, _ bytes: [UInt8]) throws(MediaError) {
    do { try output.replace?(offset, bytes) } catch { throw fail(error) }
  }

  func fail(_ error: ByteError) -> MediaError {
    status = .failed(.bytes(error))
    return .bytes(error)
  }

  /// The same for what cannot be built.
  func fail(_ error: SyntaxError) -> MediaError {
    status = .failed(.unsupported(error.description))
    return .unsupported(error.description)
  }

  /// The movie as a whole, once the time scales of the tracks are known.
  func movieBlueprint() throws(SyntaxError) -> MovieBlueprint {
    var movie = MovieBlueprint()
    movie.timescale = max(1, options.timescale ?? commonTimescale)
    movie.creationTime = options.creationTime
    movie.furtherBoxes = try MovieMetadataItem.userData(options.metadata)
    if let brands = options.brands {
      (movie.majorBrand, movie.compatibleBrands) = brands
      return movie
    }
    switch layout {
    case .plain, .faststart: movie.compatibleBrands = ["isom", "iso4", "mp41"]
    case .fragmented(let fragments):
      movie.majorBrand = "iso6"
      movie.compatibleBrands = fragments.isCMAF ? ["iso6", "cmfc", "mp41"] : ["iso6", "iso5", "mp41"]
    case .hybrid: movie.compatibleBrands = ["isom", "iso6", "mp41"]
    }
    return movie
  }

  /// Units in which all tracks count exactly, where they are not too many; else those of the track that counts finest.
  private var commonTimescale: UInt32 {
    var common: UInt64 = 1000
    for track in tracks {
      let scale = UInt64(max(1, track.timescale))
      var (a, b) = (common, scale)
      while b != 0 { (a, b) = (b, a % b) }
      common = common / a * scale
      if common > 250_000 { return tracks.map { $0.timescale }.max() ?? 1000 }
    }
    return UInt32(common)
  }

  /// Whether a time on one track is before a time on another.
  func isBefore(_ a: Int64, _ scaleA: UInt32, _ b: Int64, _ scaleB: UInt32) -> Bool {
    let (left, right) = (a.multipliedFullWidth(by: Int64(max(1, scaleB))), b.multipliedFullWidth(by: Int64(max(1, scaleA))))
    return left.high != right.high ? left.high < right.high : left.low < right.low
  }

  /// Whether a span of a track is as long as a duration, or half of it.
  func exceeds(_ span: Int64, _ scale: UInt32, half duration: MediaTime) -> Bool {
    !isBefore(span, max(1, scale), duration.value / 2, duration.timescale)
  }

  func exceeds(_ span: Int64, _ scale: UInt32, _ duration: MediaTime) -> Bool {
    !isBefore(span, max(1, scale), duration.value, duration.timescale)
  }
}
