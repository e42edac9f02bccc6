import BitstreamKit

/// A source of PCM audio.
public protocol AudioSource: AnyObject {
  /// The sample format; nil until known.
  var format: PCMFormat? { get }
  /// The number of audio frames; nil if unknown.
  var frameCount: UInt64? { get }
  /// Returns the next samples, in whole frames, without blocking.
  func next() throws(EncoderError) -> AudioStep
  /// Registers the descriptors to wait on after `.wait`.
  func register(in set: inout WaitSet)
}

/// The result of `AudioSource.next()`.
public enum AudioStep: Sendable {
  /// The next samples.
  case samples([UInt8])
  /// No samples are available yet.
  case wait
  /// End of the audio.
  case end
}

/// The audio of a WAVE file or stream.
public final class WAVSound: AudioSource {
  private let feed: ByteFeed
  private var reader = WAVReader()
  private var cursor = 0
  private var end = 0
  /// An incomplete frame at the end of the last chunk.
  private var rest: [UInt8] = []
  private var isOver = false

  /// Opens a file, or standard input if `path` is `-`.
  /// - Throws: if it cannot be opened.
  public init(path: String) throws(EncoderError) { feed = try ByteFeed(path: path) }

  /// Reads the standard output of a program.
  /// - Throws: if the program is not found or cannot be started.
  public init(capture command: CommandTemplate) throws(EncoderError) { feed = try ByteFeed(command) }

  public var format: PCMFormat? { reader.format }
  public var frameCount: UInt64? { reader.frameCount }

  public func next() throws(EncoderError) -> AudioStep {
    while !isOver {
      var found: Range<Int>?
      do throws(SyntaxError) { found = try reader.next(in: feed.chunk, from: &cursor, to: end) } catch {
        isOver = true
        throw .malformed("\(feed.name): \(error)")
      }
      if let found {
        rest.append(contentsOf: feed.chunk[found])
        let whole = rest.count - rest.count % max(1, reader.format?.bytesPerFrame ?? 1)
        if whole == 0 { continue }
        let samples = Array(rest[..<whole])
        rest.removeFirst(whole)
        return .samples(samples)
      }
      switch try feed.read() {
      case .bytes(let count): (cursor, end) = (0, count)
      case .wait: return .wait
      case .end:
        isOver = true
        do throws(SyntaxError) { try reader.finish() } catch { throw .malformed("\(feed.name): \(error)") }
      }
    }
    return .end
  }

  public func register(in set: inout WaitSet) { feed.register(in: &set) }
}
