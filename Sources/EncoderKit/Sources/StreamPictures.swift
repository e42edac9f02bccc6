import BitstreamKit

/// Pictures of a Y4M stream: a file, standard input, or the output of a capture program.
public final class Y4MPictures: PictureSource {
  private let feed: ByteFeed
  private var reader = Y4MReader()
  private var cursor = 0
  private var end = 0
  private var isOver = false

  /// Opens a file, or standard input if `path` is `-`.
  /// - Throws: if it cannot be opened.
  public init(path: String) throws(EncoderError) { feed = try ByteFeed(path: path) }

  /// Reads the standard output of a program.
  /// - Throws: if the program is not found or cannot be started.
  public init(capture command: CommandTemplate) throws(EncoderError) { feed = try ByteFeed(command) }

  public var format: PictureFormat? { reader.header?.format }

  /// Computed from the file size, assuming FRAME lines without parameters.
  public var pictureCount: UInt64? {
    guard let bytes = feed.byteCount, let header = reader.header else { return nil }
    let line = UInt64(header.encoded().count)
    return bytes > line ? (bytes - line) / UInt64(header.format.byteCount + 6) : 0
  }

  public func next() throws(EncoderError) -> SourceStep {
    do throws(SyntaxError) {
      while true {
        if let bytes = try reader.next(in: feed.chunk, from: &cursor, to: end) { return picture(bytes) }
        if isOver { return .end }
        switch try read() {
        case .bytes(let count): (cursor, end) = (0, count)
        case .wait: return .wait
        case .end:
          isOver = true
          try reader.finish()
          return .end
        }
      }
    } catch {
      isOver = true
      (cursor, end) = (0, 0)
      if let failure {
        self.failure = nil
        throw failure
      }
      throw .malformed("\(feed.name): \(error)")
    }
  }

  /// An I/O or program error, carried past the reader's `SyntaxError`.
  private var failure: EncoderError?

  private func read() throws(SyntaxError) -> ByteFeed.Step {
    do throws(EncoderError) { return try feed.read() } catch {
      failure = error
      throw SyntaxError(.malformed(""), element: "")
    }
  }

  private func picture(_ bytes: [UInt8]) -> SourceStep {
    guard let format = reader.header?.format, let time = format.time(of: reader.pictureCount - 1),
      let picture = VideoPicture(format, bytes, at: time, duration: format.time(of: 1))
    else { return .end }
    return .picture(picture)
  }

  public var isLive: Bool { feed.mayWait }

  public func register(in set: inout WaitSet) { feed.register(in: &set) }
  public func invalidate() { feed.invalidate() }
}

/// Pictures of a headerless file of raw samples, whose format is given by the caller.
public final class RawPictures: PictureSource {
  public let format: PictureFormat?
  private let known: PictureFormat
  private let feed: ByteFeed
  private var picture: [UInt8] = []
  private var number: UInt64 = 0
  private var cursor = 0
  private var end = 0
  private var isOver = false

  /// Opens a file, or standard input if `path` is `-`.
  /// - Throws: if it cannot be opened.
  public init(path: String, _ format: PictureFormat) throws(EncoderError) {
    feed = try ByteFeed(path: path)
    self.format = format
    known = format
  }

  public var pictureCount: UInt64? { feed.byteCount.map { $0 / UInt64(max(1, known.byteCount)) } }

  public func next() throws(EncoderError) -> SourceStep {
    while !isOver {
      let count = min(known.byteCount - picture.count, end - cursor)
      picture.append(contentsOf: feed.chunk[cursor..<cursor + count])
      cursor += count
      if picture.count == known.byteCount, let time = known.time(of: number) {
        var bytes: [UInt8] = []
        swap(&bytes, &picture)
        number += 1
        guard let made = VideoPicture(known, bytes, at: time, duration: known.time(of: 1)) else { return .end }
        return .picture(made)
      }
      switch try feed.read() {
      case .bytes(let count): (cursor, end) = (0, count)
      case .wait: return .wait
      case .end:
        isOver = true
        if picture.isEmpty { return .end }
        throw .malformed("\(feed.name): picture \(number + 1) has \(picture.count) of \(known.byteCount) bytes")
      }
    }
    return .end
  }

  public var isLive: Bool { feed.mayWait }

  public func register(in set: inout WaitSet) { feed.register(in: &set) }
  public func invalidate() { feed.invalidate() }
}
