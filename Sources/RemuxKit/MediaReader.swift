import BitstreamKit
import FLVKit
import MP4Kit

/// Tracks and samples of any file that this toolkit reads: one notion of both, whatever the container.
///
/// Samples come in the order of the file, each with its place and times; the caller reads its bytes.
public struct MediaReader {
  /// The input of the container's kind: one of these is set.
  ///
  /// A class, so that a carrier that holds a reader copies a reference and not kilobytes of parser state; and not an enumeration,
  /// whose payload would be copied with every sample.
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

  /// The kind of file.
  public let container: MediaContainer
  /// Whether the codec of a bare stream was guessed.
  public let isGuess: Bool
  /// The tracks in the order of the file.
  public let tracks: [MediaTrack]
  private var input: Input
  /// What is read where that is no file.
  let composition: MediaComposition?

  /// Reads a composition, or one track of it. To a caller it is a movie whose tables nobody has seen.
  public init(_ composition: MediaComposition, track: Int? = nil) {
    self.composition = composition
    input = Input()
    input.composed = CompositionInput(composition, track: track)
    container = .mp4
    isGuess = false
    tracks = composition.tracks
    only = track
    hasOneDescription = false
  }

  /// Reads samples that were found without a table of them.
  init(_ list: ListedInput, track: Int? = nil) {
    input = Input()
    input.listed = list
    container = .mp4
    isGuess = false
    tracks = list.tracks
    only = track
    hasOneDescription = false
    composition = nil
  }

  /// What a file says of a track that is no movie's own and has samples without a table; nil for all others.
  func blueprint(of track: Int) -> TrackBlueprint? { listed.flatMap { $0.blueprints[track] } }

  /// When a track of which that was found out begins; nil for all others.
  func listedStart(of track: Int) -> ListedInput.Start? { listed.flatMap { $0.starts[track] } }

  /// The same media from its beginning, all of it or one track.
  func reopened(_ source: AnyByteSource, frameRate: ExactRatio?, track: Int?) throws(MediaError) -> MediaReader {
    if let composition { return MediaReader(composition, track: track) }
    if let listed { return MediaReader(listed.reopened(track: track), track: track) }
    if let movie = input.movie {
      var reader = self
      (reader.input, reader.only) = (Input(), track)
      reader.input.movie = try MovieInput(movie, track: track)
      return reader
    }
    return try MediaReader(source, as: container, frameRate: frameRate, track: track, hasOneDescription: hasOneDescription)
  }

  /// Opens a file: finds out what it is, unless `container` says so, and what tracks it has.
  /// - Parameters:
  ///   - codec: the codec of a byte stream: what is no MP4, FLV or ADTS file is read as one, whatever its content looks like.
  ///   - frameRate: pictures in a second of a bare stream, whatever the stream says.
  ///   - track: the index of the only track whose samples are wanted.
  ///   - hasOneDescription: whether all pictures of a bare stream go by its first parameter sets: those that change are left to the
  ///     samples, where they stand.
  /// - Throws: where this is no file that we read, or it cannot be read.
  public init<Source: ByteSource>(
    _ file: Source, as container: MediaContainer? = nil, codec: VideoCodec? = nil, frameRate: ExactRatio? = nil, track: Int? = nil,
    hasOneDescription: Bool = false
  ) throws(MediaError) {
    let source = AnyByteSource(file)
    let (found, isGuess) = try Self.container(of: source, as: container, codec: codec)
    self.container = found
    self.isGuess = isGuess
    only = track
    self.hasOneDescription = hasOneDescription
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
      let flv = try FLVInput(source)
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

  /// The next sample; nil behind the last.
  public mutating func next() throws(MediaError) -> MediaSample? {
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

  /// Refuses what can be listed and not be carried: frames of ADTS with several raw data blocks and without their places.
  func checkCarried(_ sample: MediaSample) throws(MediaError) {
    if container != .adts || !ADTSInput.isSeveral(sample) { return }
    throw .unsupported(
      "the ADTS frame with its payload at \(sample.offset) has several raw data blocks, and only a protected header says where each begins")
  }

  /// How many descriptions a track has, as far as they are known: those of FLV and bare streams come with the samples.
  func descriptionCount(ofTrack track: Int) -> Int {
    if let composition { return composition.descriptions.indices.contains(track) ? composition.descriptions[track].count : 0 }
    if input.flv != nil { return input.flv?.descriptionCount(track) ?? 0 }
    if input.stream != nil { return input.stream?.descriptionCount ?? 0 }
    guard let movie, movie.tracks.indices.contains(track) else { return 1 }
    return movie.tracks[track].descriptions.count
  }

  /// A description of a track, counted from 1: of FLV and bare streams one that a sample so far goes by. Nil where there is none.
  func description(ofTrack track: Int, index: UInt32) -> MediaDescription? {
    if input.flv != nil { return input.flv?.description(track, index) }
    if input.stream != nil { return input.stream?.description(index) }
    if let composition {
      guard composition.descriptions.indices.contains(track), let place = Int(exactly: Int64(index) - 1) else { return nil }
      return composition.descriptions[track].indices.contains(place) ? composition.descriptions[track][place] : nil
    }
    guard let movie, movie.tracks.indices.contains(track) else { return nil }
    let all = movie.tracks[track].descriptions
    guard index > 0, let place = Int(exactly: index - 1), all.indices.contains(place) else { return nil }
    return MediaDescription(all[place], in: movie.tree)
  }

  /// Why a movie has no tracks, and what helps; nil for one that has, and for other containers.
  public var whyNoTracks: String? { input.movie?.missingIndex?.why }
  /// What is wrong with the file, as far as it was read.
  public var findings: [String] {
    if let composition { return composition.findings }
    if let listed { return listed.findings }
    return input.movie?.findings ?? input.flv?.findings ?? input.stream?.findings ?? input.adts?.findings ?? []
  }
  /// The movie, for what only that container says.
  public var movie: Movie<AnyByteSource>? { input.movie?.movie }
  /// Units in a second of the movie's own times; nil for other containers.
  public var movieTimescale: UInt32? { input.movie.map { $0.movie.timescale } ?? composition.map { $0.timescale } }
  /// What a movie says of itself beside its tracks; of a composition, the first movie in it. Nothing for other containers.
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
  /// What an FLV file says of itself.
  public var metaData: OnMetaData? { input.flv?.metaData }
}
