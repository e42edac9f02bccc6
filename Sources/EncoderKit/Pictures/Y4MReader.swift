import BitstreamKit

/// Takes a YUV4MPEG2 stream apart that comes in pieces of any size. It holds a line or a picture, never more.
///
///     while let picture = try reader.next(in: chunk, from: &cursor, to: chunk.count) { ... }
///     // at the end of the stream
///     try reader.finish()
public struct Y4MReader: Sendable {
  /// The longest line that is read: the header's, or one before a picture.
  public static let longestLine = 1 << 16
  /// The largest picture that is read, in bytes.
  public static let largestPicture = 1 << 30

  private enum State: Sendable { case header, frameLine, picture }

  /// What the first line says; nil until it is there.
  public private(set) var header: Y4MHeader?
  /// Pictures so far.
  public private(set) var pictureCount: UInt64 = 0
  /// The stream's byte that is looked at next.
  public private(set) var position: UInt64 = 0
  private var state = State.header
  private var pictureSize = 0
  private var line: [UInt8] = []
  private var picture: [UInt8] = []
  private var lineStart: UInt64 = 0

  /// A reader at the beginning of a stream.
  public init() {}

  /// The samples of the next picture that ends in `chunk[cursor..<end]`; nil when all of that is used up.
  /// - Throws: where the header or a line before a picture is wrong, naming the picture and the byte.
  public mutating func next(in chunk: [UInt8], from cursor: inout Int, to end: Int) throws(SyntaxError) -> [UInt8]? {
    while cursor < end {
      switch state {
      case .header: try readHeader(chunk, &cursor, end)
      case .frameLine: try readFrameLine(chunk, &cursor, end)
      case .picture: if let done = readPicture(chunk, &cursor, end) { return done }
      }
    }
    return nil
  }

  /// Says what the end of the stream cut off.
  public func finish() throws(SyntaxError) {
    switch state {
    case .header: throw Y4MHeader.error("", position == 0 ? "it is empty" : "it ends inside of the first line", Int(clamping: position))
    case .frameLine: if !line.isEmpty { throw error("FRAME", .malformed("the stream ends inside of the line"), lineStart) }
    case .picture: throw error("", .truncated(needed: 8 * pictureSize, left: 8 * picture.count), position)
    }
  }

  /// Takes bytes up to the end of a line.
  /// - Returns: whether that was reached.
  private mutating func readLine(_ chunk: [UInt8], _ cursor: inout Int, _ end: Int) throws(SyntaxError) -> Bool {
    if line.isEmpty { lineStart = position }
    while cursor < end {
      let byte = chunk[cursor]
      cursor += 1
      position += 1
      if byte == 0x0A { return true }
      line.append(byte)
      try checkBeginning()
      if line.count > Self.longestLine {
        throw error("", .overLimit("a line longer than \(Self.longestLine) bytes"), lineStart)
      }
    }
    return false
  }

  /// Something else than this format is refused by its first bytes, not by a line that never ends.
  private func checkBeginning() throws(SyntaxError) {
    let expected = state == .header ? Y4MHeader.signature : "FRAME"
    let index = line.count - 1
    guard index < expected.utf8.count, line[index] != Array(expected.utf8)[index] else { return }
    if state == .header { throw Y4MHeader.error("", "it does not begin with \(expected)", 0) }
    throw error("", .malformed("FRAME is missing"), lineStart)
  }

  private mutating func readHeader(_ chunk: [UInt8], _ cursor: inout Int, _ end: Int) throws(SyntaxError) {
    guard try readLine(chunk, &cursor, end) else { return }
    let found = try Y4MHeader(parsing: line)
    pictureSize = found.format.byteCount
    if pictureSize > Self.largestPicture {
      throw SyntaxError(.overLimit("pictures of \(pictureSize) bytes"), element: "", byteOffset: 0, path: [Y4MHeader.signature])
    }
    header = found
    line.removeAll(keepingCapacity: true)
    state = .frameLine
  }

  private mutating func readFrameLine(_ chunk: [UInt8], _ cursor: inout Int, _ end: Int) throws(SyntaxError) {
    guard try readLine(chunk, &cursor, end) else { return }
    // Parameters may follow, which change nothing in where the samples are.
    if line.count < 5 || line.count > 5 && line[5] != 0x20 {
      throw error("FRAME", .malformed("the line has something else behind it"), lineStart)
    }
    line.removeAll(keepingCapacity: true)
    // As large as the ones before, which came whole; the first one grows with its bytes.
    if pictureCount > 0 { picture.reserveCapacity(pictureSize) }
    state = .picture
  }

  private mutating func readPicture(_ chunk: [UInt8], _ cursor: inout Int, _ end: Int) -> [UInt8]? {
    let count = min(pictureSize - picture.count, end - cursor)
    picture.append(contentsOf: chunk[cursor..<cursor + count])
    cursor += count
    position += UInt64(count)
    if picture.count < pictureSize { return nil }
    pictureCount += 1
    state = .frameLine
    var done: [UInt8] = []
    swap(&done, &picture)
    return done
  }

  private func error(_ element: String, _ reason: SyntaxError.Reason, _ place: UInt64) -> SyntaxError {
    SyntaxError(reason, element: element, byteOffset: place, path: [Y4MHeader.signature, "picture \(pictureCount + 1)"])
  }
}
