import BitstreamKit

/// Where sound comes from.
public protocol AudioSource: AnyObject {
  /// What the samples are; nil until that is known.
  var format: PCMFormat? { get }
  /// Frames of sound; nil where nobody knows.
  var frameCount: UInt64? { get }
  /// The next samples, whole frames, as far as they can be had without waiting.
  func next() throws(EncoderError) -> AudioStep
  /// Says what is waited for, behind `.wait`.
  func register(in set: inout WaitSet)
}

/// What a source of sound has.
public enum AudioStep: Sendable {
  /// The next samples.
  case samples([UInt8])
  /// Nothing as yet.
  case wait
  /// No more.
  case end
}

/// The sound of a WAVE file, or of a stream of that form.
public final class WAVSound: AudioSource {
  private let feed: ByteFeed
  private var reader = WAVReader()
  private var cursor = 0
  private var end = 0
  /// The beginning of a frame whose end has not come.
  private var rest: [UInt8] = []
  private var isOver = false

  /// A file's, or `-` for that of standard input.
  /// - Throws: where it cannot be opened.
  public init(path: String) throws(EncoderError) { feed = try ByteFeed(path: path) }

  /// That which a program writes to its standard output.
  /// - Throws: where there is no such program, or it cannot be started.
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
