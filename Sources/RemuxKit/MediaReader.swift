import BitstreamKit
import FLVKit
import MP4Kit
import NALKit

/// Reads tracks and samples of any supported container.
///
/// Samples come in file order with offset, size and times; the caller reads their bytes.
public struct MediaReader {
  /// The container format.
  public let container: MediaContainer
  /// Whether the codec of a byte stream was guessed.
  public let isGuess: Bool
  /// The tracks in file order.
  public let tracks: [MediaTrack]
  /// How the samples are stored.
  let traits: InputTraits
  /// The input before its first sample.
  private let opened: AnyInput
  /// The input at the next sample.
  private var input: AnyInput
  /// The only track to read; nil for all.
  private var only: Int?
  /// The corrections of samples; nil without any.
  private var corrector: SampleCorrector?

  private init(_ input: AnyInput, _ container: MediaContainer, track: Int?, isGuess: Bool = false) throws(MediaError) {
    opened = input
    self.input = track == nil ? input : try input.restarted(track: track)
    self.container = container
    self.isGuess = isGuess
    tracks = input.tracks
    traits = input.traits
    only = track
  }

  /// Opens a file and reads its track list.
  /// - Parameters:
  ///   - codec: the codec of a byte stream: what is no MP4, FLV or ADTS file is read as one, whatever its content looks like.
  ///   - container: the container format; nil to detect it.
  ///   - frameRate: frame rate of a byte stream in pictures per second; overrides the rate in the stream.
  ///   - track: index of the only track to read samples from; nil for all. There are no samples of a track that the file does not have.
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
    let input = try Self.open(source, found, frameRate)
    if hasOneDescription || repairsTimes {
      var options = CarryOptions()
      (options.setsInSamples, options.repairsTimes) = (hasOneDescription, repairsTimes)
      input.prepare(options)
    }
    try self.init(input, found, track: track, isGuess: isGuess)
  }

  /// Reads samples that were recovered without a sample table.
  init(_ list: ListedInput) { self.init(listing: InputBox(list), track: nil) }

  /// Reads an input that is no file of its own; the reader presents it as MP4.
  init(listing input: AnyInput, track: Int?) {
    (opened, self.input, only) = (input, input, track)
    (container, isGuess, tracks, traits) = (.mp4, false, input.tracks, input.traits)
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

  private static func open(_ source: AnyByteSource, _ container: MediaContainer, _ frameRate: ExactRatio?) throws(MediaError) -> AnyInput {
    switch container {
    case .mp4: InputBox(try MovieInput(source))
    case .flv: InputBox(try FLVInput(source))
    case .h264: InputBox(try StreamInput(source, .h264, rate: frameRate))
    case .hevc: InputBox(try StreamInput(source, .hevc, rate: frameRate))
    case .adts: InputBox(try ADTSInput(source))
    }
  }

  /// The same media from its first sample, all tracks or one. Nothing that opening the file has read is read again.
  package func reopened(track: Int?) throws(MediaError) -> MediaReader {
    var reader = self
    reader.input = try opened.restarted(track: track)
    reader.only = track
    reader.corrector = corrector.flatMap { SampleCorrector($0.corrections) }
    return reader
  }

  /// The same media from its first sample, with the options that change the samples applied.
  func prepared(_ options: CarryOptions) -> MediaReader {
    let input = opened.copy()
    input.prepare(options)
    return MediaReader(self, input, SampleCorrector(options.corrections))
  }

  /// The same media from its first sample, with the times that audio frames have in samples if they are wanted: MP4 can state them.
  func timingSound(_ isWanted: Bool) -> MediaReader {
    if !isWanted || container != .flv { return self }
    let input = opened.copy()
    input.timeSound()
    return MediaReader(self, input, corrector)
  }

  private init(_ other: MediaReader, _ input: AnyInput, _ corrector: SampleCorrector?) {
    (opened, self.input, only, self.corrector) = (input, input, nil, corrector)
    (container, isGuess, tracks, traits) = (other.container, other.isGuess, input.tracks, input.traits)
  }

  /// The same media from its first sample, without corrections.
  func uncorrected() -> MediaReader { MediaReader(self, opened, nil) }

  /// The next sample; nil after the last.
  public mutating func next() throws(MediaError) -> MediaSample? {
    var sample = MediaSample()
    return try next(&sample) ? sample : nil
  }

  /// Reads the next sample into `sample`, which saves copies of it; false after the last.
  mutating func next(_ sample: inout MediaSample) throws(MediaError) -> Bool {
    if !isKnownUniquelyReferenced(&input) { input = input.copy() }
    while try input.next(&sample) {
      if let only, only != sample.track { continue }
      if corrector != nil { corrector?.correct(&sample) }
      return true
    }
    return false
  }

  /// Which bytes of the last sample are encrypted; the reader is one of a single track.
  package mutating func encryptedBytes() throws(MediaError) -> EncryptedBytes {
    if !isKnownUniquelyReferenced(&input) { input = input.copy() }
    return try input.encryptedBytes()
  }

  /// Rejects samples that can be listed but not remuxed: ADTS frames with several raw data blocks and no header that locates them.
  func checkCarried(_ sample: MediaSample) throws(MediaError) {
    if container != .adts || !ADTSInput.isSeveral(sample) { return }
    throw ADTSInput.notLocated(sample.offset)
  }

  /// Rejects a track whose samples cannot be located in the file: only packets of them, or in another file.
  func checkPlaces(ofTrack track: Int) throws(MediaError) {
    guard let movie, movie.tracks.indices.contains(track) else { return }
    if let count = movie.tracks[track].table?.samplesPerPacket, count > 1 {
      throw .unsupported("track \(track) has compressed QuickTime sound in packets of \(count) samples, which is not carried")
    }
    var tree = movie.tree
    let external: (node: Int, location: String)?
    do { external = try tree.externalMedia(ofTrack: movie.tracks[track].node) } catch { throw .bytes(error) }
    if let external, !external.location.isEmpty {
      throw .unsupported("the media of track \(track) is in another file, '\(external.location)'")
    }
  }

  /// Why a movie has no tracks, and what to do; nil if it has tracks, and for other containers.
  public var whyNoTracks: String? { opened.whyNoTracks }
  /// Problems found in the part of the file read so far.
  public var findings: [String] { input.findings }
  /// Those of `findings` that say which media the samples leave out, although they are whole: frames of another codec than that of their
  /// FLV track, and packets of further tracks.
  public var omissions: [String] { input.omissions }
  /// The parsed movie; nil for other containers.
  public var movie: Movie<AnyByteSource>? { opened.movie }
  /// The movie time scale in units per second; nil for other containers.
  public var movieTimescale: UInt32? { opened.timescale }
  /// Whether this is a QuickTime file, see `Movie.isQuickTime`.
  public var isQuickTime: Bool { opened.isQuickTime }
  /// The `onMetaData` of an FLV file.
  public var metaData: OnMetaData? { opened.metaData }
  /// The clock of a byte stream, before its first picture; nil for other containers.
  package var streamClock: StreamClock? { opened.streamClock }
  /// The movie's user data; for a composition, that of its first movie. Empty for other containers.
  func userData() throws(MediaError) -> MovieUserData { try opened.userData() }
}

// MARK: - Tracks

extension MediaReader {
  /// The tracks with these indices; all if nil.
  /// - Throws: `MediaError` if there is no such track, or no track at all.
  func chosen(_ indices: [Int]?) throws(MediaError) -> [Int] {
    let chosen = indices ?? Array(tracks.indices)
    for index in chosen where !tracks.indices.contains(index) {
      throw .malformed("there is no track \(index): " + (tracks.isEmpty ? "the file has none" : "they are 0 to \(tracks.count - 1)"))
    }
    if chosen.isEmpty { throw .malformed("there is no track") }
    return chosen
  }

  /// The number of descriptions of a track known so far; those of FLV and byte streams are found while reading samples.
  package func descriptionCount(ofTrack track: Int) -> Int { input.descriptionCount(ofTrack: track) }

  /// A description of a track, numbered from 1. For FLV and byte streams, only descriptions read so far. Nil if there is none.
  package func description(ofTrack track: Int, index: UInt32) -> MediaSampleDescription? { input.description(ofTrack: track, index: index) }

  /// See `ContainerInput.sampleEntry`.
  func sampleEntry(ofTrack track: Int, index: UInt32, keepsRates: Bool) throws(MediaError) -> [UInt8]? {
    try opened.sampleEntry(ofTrack: track, index: index, keepsRates: keepsRates)
  }

  /// See `ContainerInput.sampleEntries`.
  func sampleEntries(
    ofTrack track: Int, _ found: [MediaSampleDescription], loose: Set<UInt32>, setsInSamples: Bool
  ) throws(MediaError) -> [[UInt8]]? {
    try opened.sampleEntries(ofTrack: track, found, loose: loose, setsInSamples: setsInSamples)
  }

  /// See `ContainerInput.blueprint`.
  func blueprint(of track: Int) throws(MediaError) -> TrackBlueprint? { try opened.blueprint(of: track) }

  /// The timeline that the edit list of a track makes: when its samples are shown. Nil without an edit list, for other containers, and if
  /// there is no such track.
  ///
  /// ISO/IEC 14496-12, 8.6.6.
  /// - Parameter track: the index of the track.
  public func timeline(of track: Int) -> EditTimeline? { tracks.indices.contains(track) ? opened.timeline(of: track) : nil }

  /// The start of a recovered track's presentation, if known; nil for all other inputs.
  func start(of track: Int) -> TrackStart? { opened.start(of: track) }
}
