import BitstreamKit
import FLVKit
import MP4Kit

/// Reads tracks and samples of any supported container.
///
/// Samples come in file order with offset, size and times; the caller reads their bytes.
public struct MediaReader {
  /// The input for the container; exactly one is set.
  ///
  /// A class, so that copying a reader copies a reference instead of kilobytes of parser state; not an enumeration, because its payload
  /// would be copied with every sample.
  private final class Input {
    var movie: MovieInput?
    var flv: FLVInput?
    var stream: StreamInput?
    var adts: ADTSInput?
    var composed: CompositionInput?
    var listed: ListedInput?

    func copy() -> Input {
      let copy = Input()
      copy.movie = movie
      copy.flv = flv
      copy.stream = stream
      copy.adts = adts
      copy.composed = composed
      copy.listed = listed
      return copy
    }
  }

  /// The container format.
  public let container: MediaContainer
  /// Whether the codec of a byte stream was guessed.
  public let isGuess: Bool
  /// The tracks in file order.
  public let tracks: [MediaTrack]
  private var input: Input
  /// The corrections of samples; nil without any.
  private var corrector: SampleCorrector?
  /// Whether timestamps of an FLV that run backwards are repaired.
  private let repairsTimes: Bool
  /// The composition that is read instead of a file; nil when reading a file.
  let composition: MediaComposition?

  /// Reads a composition, or one of its tracks. The reader presents it as an MP4 file without a parsed movie.
  public init(_ composition: MediaComposition, track: Int? = nil) {
    self.composition = composition
    input = Input()
    input.composed = CompositionInput(composition, track: track)
    container = .mp4
    isGuess = false
    tracks = composition.tracks
    only = track
    hasOneDescription = false
    repairsTimes = false
  }

  /// Reads samples that were recovered without a sample table.
  init(_ list: ListedInput, track: Int? = nil) {
    input = Input()
    input.listed = list
    container = .mp4
    isGuess = false
    tracks = list.tracks
    only = track
    hasOneDescription = false
    composition = nil
    repairsTimes = false
  }

  /// The track blueprint of a recovered track; nil for all other inputs.
  func blueprint(of track: Int) -> TrackBlueprint? { listed.flatMap { $0.blueprints[track] } }

  /// The start of a recovered track's presentation, if known; nil for all other inputs.
  func listedStart(of track: Int) -> ListedInput.Start? { listed.flatMap { $0.starts[track] } }

  /// Reopens the same media from the beginning, all tracks or one. The index of a movie is not read again.
  package func reopened(_ source: AnyByteSource, frameRate: ExactRatio?, track: Int?) throws(MediaError) -> MediaReader {
    var reader = try reopenedInput(source, frameRate, track)
    reader.corrector = corrector.flatMap { SampleCorrector($0.corrections) }
    return reader
  }

  /// Corrects the samples from the next one on, which must be the first.
  mutating func apply(_ corrections: [Int: TrackCorrection]) { corrector = SampleCorrector(corrections) }

  private func reopenedInput(_ source: AnyByteSource, _ frameRate: ExactRatio?, _ track: Int?) throws(MediaError) -> MediaReader {
    if let composition { return MediaReader(composition, track: track) }
    if let listed { return MediaReader(listed.reopened(track: track), track: track) }
    if let movie = input.movie {
      var reader = self
      (reader.input, reader.only) = (Input(), track)
      reader.input.movie = try MovieInput(movie, track: track)
      return reader
    }
    return try MediaReader(
      source, as: container, frameRate: frameRate, track: track, hasOneDescription: hasOneDescription, repairsTimes: repairsTimes)
  }

  /// Opens a file and reads its track list.
  /// - Parameters:
  ///   - codec: the codec of a byte stream: what is no MP4, FLV or ADTS file is read as one, whatever its content looks like.
  ///   - container: the container format; nil to detect it.
  ///   - frameRate: frame rate of a byte stream in pictures per second; overrides the rate in the stream.
  ///   - track: index of the only track to read samples from; nil for all.
  ///   - hasOneDescription: whether a byte stream has a single description made from its first parameter sets; later changes stay in the
  ///     samples.
  ///   - repairsTimes: whether timestamps of an FLV that return to 0 or run backwards continue after the ones before.
  /// - Throws: `MediaError` if the format is not supported or the file cannot be read.
  public init<Source: ByteSource>(
    _ file: Source, as container: MediaContainer? = nil, codec: VideoCodec? = nil, frameRate: ExactRatio? = nil, track: Int? = nil,
    hasOneDescription: Bool = false, repairsTimes: Bool = false
  ) throws(MediaError) {
    let source = AnyByteSource(file)
    let (found, isGuess) = try Self.container(of: source, as: container, codec: codec)
    self.container = found
    self.isGuess = isGuess
    only = track
    self.hasOneDescription = hasOneDescription
    self.repairsTimes = repairsTimes
    composition = nil
    input = Input()
    switch found {
    case .mp4:
      let movie = try MovieInput(source, track: track)
      if movie.movie.moovOffset == nil, movie.movie.firstFragmentOffset == nil, movie.movie.fileType == nil {
        throw .malformed(movie.findings.first ?? "no boxes that hold media")
      }
      tracks = movie.tracks
      input.movie = movie
    case .flv:
      let flv = try FLVInput(source, repairsTimes: repairsTimes)
      tracks = flv.tracks
      input.flv = flv
    case .h264, .hevc:
      let stream = try StreamInput(
        source, found == .h264 ? .h264 : .hevc, rate: frameRate, hasOneDescription: hasOneDescription)
      tracks = [stream.track]
      input.stream = stream
    case .adts:
      let adts = try ADTSInput(source)
      guard let track = adts.track else { throw .malformed(adts.findings.first ?? "no ADTS frame") }
      tracks = [track]
      input.adts = adts
    }
  }

  private static func container(
    of source: AnyByteSource, as container: MediaContainer?, codec: VideoCodec?
  ) throws(MediaError) -> (MediaContainer, isGuess: Bool) {
    if let container { return (container, false) }
    let content: FileContent
    do { content = try FileContent.detect(source) } catch { throw .bytes(error) }
    if let codec, content.container.map({ $0.videoCodec != nil }) ?? true { return (MediaContainer(codec), false) }
    if case .media(let found, let isGuess) = content { return (found, isGuess) }
    throw .malformed(content.refusal() ?? "unknown content")
  }

  private var listed: ListedInput? { input.listed }
  private var only: Int?
  private let hasOneDescription: Bool

  /// The next sample; nil after the last.
  public mutating func next() throws(MediaError) -> MediaSample? {
    if corrector == nil { return try nextOfInput() }
    guard var sample = try nextOfInput() else { return nil }
    corrector?.correct(&sample)
    return sample
  }

  @inline(__always) private mutating func nextOfInput() throws(MediaError) -> MediaSample? {
    if !isKnownUniquelyReferenced(&input) { input = input.copy() }
    if input.movie != nil {
      do { return try input.movie?.next() } catch { throw .bytes(error) }
    }
    while let sample = try nextOfOthers() { if only == nil || only == sample.track { return sample } }
    return nil
  }

  private func nextOfOthers() throws(MediaError) -> MediaSample? {
    if input.composed != nil { return try input.composed?.next() }
    if input.listed != nil { return input.listed?.nextSample() }
    if input.flv != nil { return try input.flv?.next() }
    if input.stream != nil { return try input.stream?.next() }
    return try input.adts?.next()
  }

  /// Rejects samples that can be listed but not remuxed: ADTS frames with several raw data blocks and no header that locates them.
  func checkCarried(_ sample: MediaSample) throws(MediaError) {
    if container != .adts || !ADTSInput.isSeveral(sample) { return }
    throw .unsupported(
      "the ADTS frame with its payload at \(sample.offset) has several raw data blocks and no protected header to locate them")
  }

  /// The number of descriptions of a track known so far; those of FLV and byte streams are found while reading samples.
  func descriptionCount(ofTrack track: Int) -> Int {
    if let composition { return composition.descriptions.indices.contains(track) ? composition.descriptions[track].count : 0 }
    if input.flv != nil { return input.flv?.descriptionCount(track) ?? 0 }
    if input.stream != nil { return input.stream?.descriptionCount ?? 0 }
    guard let movie, movie.tracks.indices.contains(track) else { return 1 }
    return movie.tracks[track].descriptions.count
  }

  /// A description of a track, numbered from 1. For FLV and byte streams, only descriptions read so far. Nil if there is none.
  func description(ofTrack track: Int, index: UInt32) -> MediaSampleDescription? {
    if input.flv != nil { return input.flv?.description(track, index) }
    if input.stream != nil { return input.stream?.description(index) }
    if let composition {
      guard composition.descriptions.indices.contains(track), let place = Int(exactly: Int64(index) - 1) else { return nil }
      return composition.descriptions[track].indices.contains(place) ? composition.descriptions[track][place] : nil
    }
    guard let movie, movie.tracks.indices.contains(track) else { return nil }
    let all = movie.tracks[track].descriptions
    guard index > 0, let place = Int(exactly: index - 1), all.indices.contains(place) else { return nil }
    return MediaSampleDescription(all[place], in: movie.tree)
  }

  /// Why a movie has no tracks, and what to do; nil if it has tracks, and for other containers.
  public var whyNoTracks: String? { input.movie?.missingIndex?.why }
  /// Problems found in the part of the file read so far.
  public var findings: [String] {
    if let composition { return composition.findings }
    if let listed { return listed.findings }
    return input.movie?.findings ?? input.flv?.findings ?? input.stream?.findings ?? input.adts?.findings ?? []
  }
  /// The parsed movie; nil for other containers.
  public var movie: Movie<AnyByteSource>? { input.movie?.movie }
  /// The movie time scale in units per second; nil for other containers.
  public var movieTimescale: UInt32? { input.movie.map { $0.movie.timescale } ?? composition.map { $0.timescale } }
  /// The movie's user data; for a composition, that of its first movie. Empty for other containers.
  func userData() throws(MediaError) -> MovieUserData {
    if let composition {
      for input in composition.inputs where input.reader.input.movie != nil { return try input.reader.userData() }
    }
    guard var tree = self.input.movie?.movie.tree else { return MovieUserData() }
    do { return try MovieUserData(of: &tree) } catch { throw .bytes(error) }
  }
  /// Whether this is a QuickTime file, see `Movie.isQuickTime`.
  public var isQuickTime: Bool {
    guard let movie = input.movie else { return composition?.isQuickTime ?? listed?.isQuickTime ?? false }
    return movie.movie.isQuickTime
  }
  /// The `onMetaData` of an FLV file.
  public var metaData: OnMetaData? { input.flv?.metaData }
}
