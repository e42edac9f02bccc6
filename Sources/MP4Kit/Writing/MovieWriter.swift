import BitstreamKit

/// Writes a movie from samples as they arrive, for example in a recorder.
///
/// Add an input for each track, start the session, append samples to each input in decoding order (the order among inputs is free), and
/// finish. The output depends only on the input: the writer does not read a clock.
///
/// Memory is bounded: samples are queued only until they can be interleaved or a fragment is full. The tables of a plain or hybrid movie
/// take a few bytes per sample. The writer is not thread-safe; use it from one thread or actor.
public final class MovieWriter {
  /// The state of the writer.
  public enum Status: Sendable, Equatable {
    /// Inputs can be added; the session has not started.
    case unknown
    /// Samples can be appended.
    case writing
    /// The file is complete.
    case completed
    /// The output failed, and nothing more is written. Fragments written before remain playable.
    case failed(MediaError)
    /// `cancel` was called.
    case cancelled
  }

  /// The state of the writer.
  public internal(set) var status = Status.unknown
  /// The number of bytes written so far.
  public internal(set) var byteCount: UInt64 = 0
  /// The number of samples appended.
  public private(set) var sampleCount: UInt64 = 0
  /// Deviations from what was requested, one line each.
  public internal(set) var findings: [String] = []
  /// Called after each fragment is written, and after the bytes before the first fragment.
  public var didWriteFragment: ((MovieFragmentReport) -> Void)?

  let output: MediaOutput
  let layout: MovieLayout
  let options: MovieWriterOptions
  var tracks: [MovieWriterTrack] = []
  /// The muxer; nil until something is written.
  var muxer: MovieMuxer?
  var plain = PlainState()
  var fragments = FragmentState()
  private var origin = MediaTime.zero

  /// Creates a writer for an output.
  /// - Throws: `MediaError` if the output lacks an operation that the layout requires.
  public init(_ output: MediaOutput, layout: MovieLayout = .plain, options: MovieWriterOptions = MovieWriterOptions()) throws(MediaError) {
    self.output = output
    self.layout = layout
    self.options = options
    switch layout {
    case .plain, .faststart, .hybrid:
      if output.replace == nil {
        throw .unsupported("this layout requires a seekable output; use a fragmented layout instead")
      }
    case .fragmented(let fragments):
      if case .front = fragments.segmentIndex, output.replace == nil {
        throw .unsupported("an index before the fragments requires a seekable output")
      }
    }
    if case .faststart(let room) = layout, room < 0 || room > 1 << 30 { throw .unsupported("cannot reserve \(room) bytes for the moov") }
  }

  // MARK: - Session

  /// Starts the session: source time `time` becomes time 0 of the movie. Samples that are presented earlier are written, because others may
  /// refer to them, and the edit list hides them.
  /// - Throws: `MediaError` if there is no input or the session has started.
  public func startSession(atSourceTime time: MediaTime) throws(MediaError) {
    if status != .unknown { throw .unsupported("the session has already started") }
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
    if tracks[index].isFinished { throw .unsupported("the input is marked as finished") }
    if range.lowerBound < 0 || range.upperBound > bytes.count { throw .unsupported("the sample range is out of bounds") }
    let units = SampleUnits(tracks[index].formats[Int(tracks[index].description) - 1], bytes, range)
    if !options.keepsDamagedSamples {
      try units.check(bytes, range, "sample \(tracks[index].sampleCount + 1) of track \(tracks[index].id)")
    }
    let composition = try tracks[index].units(presentation, since: origin)
    let decoded = try tracks[index].units(decode, since: origin)
    let isSync = isSync ?? units.isSync
    let front = isSync && !units.hasParameterSets ? tracks[index].setsInSamples : []
    try tracks[index].append(
      bytes, range, front: units.prefixed(front), decode: decoded, composition: composition, duration: duration, isSync: isSync,
      dependency: dependency, isSigned: options.compositionOffsets == .signed)
    sampleCount += 1
    try pump(after: index)
  }

  func markAsFinished(_ index: Int) throws(MediaError) {
    try expectWriting()
    tracks[index].finish()
    try pump(after: index)
  }

  /// Changes the format of the samples that follow.
  func setFormat(_ format: MovieFormat, of index: Int) throws(MediaError) {
    if status != .unknown { try expectWriting() }
    let settings = tracks[index].settings
    if format.handler != settings.format.handler { throw .unsupported("the media type of a track cannot change") }
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

  /// Writes the samples that are ready.
  private func pump(after index: Int) throws(MediaError) {
    switch layout {
    case .plain, .faststart: try pumpPlain()
    case .fragmented, .hybrid: try pumpFragments(after: index)
    }
  }

  func isReady(_ index: Int) -> Bool {
    guard status == .writing, !tracks[index].isFinished else { return false }
    let track = tracks[index]
    // The writer waits for the second sample of a track, whose time is the end of the first: however large that is, it is wanted.
    if track.rows.count <= 1 { return true }
    // Half of the limits at which the writer stops waiting for slow tracks.
    let isAhead = exceeds(track.span, track.timescale, half: options.patience) || track.byteCount > byteLimit / 2
    return !isAhead || !tracks.contains { !$0.isFinished && $0.rows.count <= 1 }
  }

  // MARK: - The end

  /// Writes the queued samples and completes the file.
  /// - Throws: `MediaError` if the output fails. What was written before is readable as far as the layout permits, see `MovieLayout`.
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

  /// Discards all queued samples. Bytes already written stay in the output; an `OutputFile` that is not committed is removed.
  public func cancel() {
    if status == .completed { return }
    for index in tracks.indices { tracks[index].removeAll() }
    status = .cancelled
  }

  private func expectWriting() throws(MediaError) {
    switch status {
    case .writing: return
    case .unknown: throw .unsupported("startSession has not been called")
    case .completed: throw .unsupported("the movie is complete")
    case .cancelled: throw .unsupported("the movie was cancelled")
    case .failed(let error): throw error
    }
  }
}

// MARK: - Used by the layouts

extension MovieWriter {
  /// The maximum number of queued bytes in any track.
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

  /// Appends the first `count` queued samples of a track and removes them from the queue.
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

  /// Fails the writer with an error in building boxes.
  func fail(_ error: SyntaxError) -> MediaError {
    status = .failed(.unsupported(error.description))
    return .unsupported(error.description)
  }

  /// The properties of the movie. Requires the time scales of the tracks.
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

  /// The least common multiple of 1000 and the track time scales, if it is at most 250,000; else the largest track time scale.
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

  /// Whether a span of a track is at least half of a duration.
  func exceeds(_ span: Int64, _ scale: UInt32, half duration: MediaTime) -> Bool {
    !isBefore(span, max(1, scale), duration.value / 2, duration.timescale)
  }

  func exceeds(_ span: Int64, _ scale: UInt32, _ duration: MediaTime) -> Bool {
    !isBefore(span, max(1, scale), duration.value, duration.timescale)
  }
}
