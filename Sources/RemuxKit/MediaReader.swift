import BitstreamKit
import FLVKit
import MP4Kit

/// Tracks and samples of any file that this toolkit reads: one notion of both, whatever the container.
///
/// Samples come in the order of the file. Of each only its place and times are told; its bytes are the caller's to read.
public struct MediaReader {
  /// The kind of file.
  public let container: MediaContainer
  /// Whether the codec of a bare stream was guessed.
  public let isGuess: Bool
  /// The tracks in the order of the file.
  public let tracks: [MediaTrack]
  // One of these is there. Not an enumeration: its payload would be copied with every sample.
  private var movieInput: MovieInput?
  private var flv: FLVInput?
  private var stream: StreamInput?
  private var adts: ADTSInput?

  /// Opens a file: finds out what it is, unless `container` says so, and what tracks it has.
  /// - Parameters:
  ///   - frameRate: pictures in a second of a bare stream, whatever the stream says.
  ///   - track: the index of the only track whose samples are wanted.
  /// - Throws: where this is no file that we read, or it cannot be read.
  public init<Source: ByteSource>(
    _ file: Source, as container: MediaContainer? = nil, frameRate: ExactRatio? = nil, track: Int? = nil
  ) throws(MediaError) {
    let source = AnyByteSource(file)
    var isGuess = false
    let found: MediaContainer
    if let container { found = container } else { found = try Self.detect(source, &isGuess) }
    self.container = found
    self.isGuess = isGuess
    only = track
    switch found {
    case .mp4:
      let input = try MovieInput(source, track: track)
      if input.movie.moovOffset == nil, input.movie.firstFragmentOffset == nil, input.movie.fileType == nil {
        throw .malformed(input.findings.first ?? "no boxes that hold media")
      }
      tracks = input.tracks
      movieInput = input
    case .flv:
      let input = try FLVInput(source)
      tracks = input.tracks
      flv = input
    case .h264, .hevc:
      let input = try StreamInput(source, found == .h264 ? .h264 : .hevc, rate: frameRate)
      tracks = [input.track]
      stream = input
    case .adts:
      let input = try ADTSInput(source)
      guard let track = input.track else { throw .malformed(input.findings.first ?? "no ADTS frame") }
      tracks = [track]
      adts = input
    }
  }

  private let only: Int?

  /// The next sample; nil behind the last.
  public mutating func next() throws(MediaError) -> MediaSample? {
    if movieInput != nil {
      do { return try movieInput?.next() } catch { throw .bytes(error) }
    }
    while let sample = try nextOfOthers() { if only == nil || only == sample.track { return sample } }
    return nil
  }

  private mutating func nextOfOthers() throws(MediaError) -> MediaSample? {
    if flv != nil { return try flv?.next() }
    if stream != nil { return try stream?.next() }
    return try adts?.next()
  }

  /// What is wrong with the file, as far as it was read.
  public var findings: [String] { movieInput?.findings ?? flv?.findings ?? stream?.findings ?? adts?.findings ?? [] }
  /// The movie, for what only that container says.
  public var movie: Movie<AnyByteSource>? { movieInput?.movie }
  /// Units in a second of the movie's own times; nil for other containers.
  public var movieTimescale: UInt32? { movieInput.map { $0.movie.timescale } }
  /// Whether this is a file of QuickTime, by its brand or by having none.
  public var isQuickTime: Bool {
    guard let input = movieInput else { return false }
    return input.movie.majorBrand == nil || input.movie.majorBrand == "qt  "
  }
  /// What an FLV file says of itself.
  public var metaData: OnMetaData? { flv?.metaData }
}

// MARK: - What is this?

extension MediaReader {
  /// So many bytes of a byte stream are looked at.
  private static var mostLooked: Int { 1 << 20 }

  private static func detect(_ source: AnyByteSource, _ isGuess: inout Bool) throws(MediaError) -> MediaContainer {
    var bytes: [UInt8] = []
    do { try source.read(at: 0, count: 4096, into: &bytes) } catch { throw .bytes(error) }
    if bytes.isEmpty { throw .malformed("the file is empty") }
    if let container = MediaContainer(signature: bytes) { return container }
    // Start codes within the first bytes: a byte stream, whose codec its units tell.
    do { try source.read(at: 0, count: mostLooked, into: &bytes) } catch { throw .bytes(error) }
    var parser = AnnexBParser()
    var detection = CodecDetection()
    var cursor = 0
    while !detection.isSettled, let unit = parser.next(in: bytes, from: &cursor, to: bytes.count) { detection.weigh(unit) }
    if parser.unitCount == 0, let unit = parser.finish() { detection.weigh(unit) }
    if parser.unitCount == 0 { throw .malformed("none of MP4, FLV, ADTS, H.264 and H.265 byte streams") }
    isGuess = detection.isGuess
    return detection.codec == .h264 ? .h264 : .hevc
  }
}
