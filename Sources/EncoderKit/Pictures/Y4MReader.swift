import BitstreamKit

/// An incremental YUV4MPEG2 reader for chunks of any size. It buffers at most one line or one picture.
///
///     while let picture = try reader.next(in: chunk, from: &cursor, to: chunk.count) { ... }
///     // at the end of the stream
///     try reader.finish()
public struct Y4MReader: Sendable {
  /// The maximum length in bytes of the header line and of a FRAME line.
  public static let longestLine = 1 << 16
  /// The maximum size of a picture in bytes.
  public static let largestPicture = 1 << 30

  private enum State: Sendable { case header, frameLine, picture }

  /// The header; nil until read.
  public private(set) var header: Y4MHeader?
  /// The number of pictures read so far.
  public private(set) var pictureCount: UInt64 = 0
  /// The stream offset of the next byte to read.
  public private(set) var position: UInt64 = 0
  private var state = State.header
  private var pictureSize = 0
  private var line: [UInt8] = []
  private var picture: [UInt8] = []
  private var lineStart: UInt64 = 0

  /// Creates a reader at the start of a stream.
  public init() {}

  /// Returns the samples of the next picture that ends in `chunk[cursor..<end]`; nil when all of it is consumed.
  /// - Throws: if the header or a FRAME line is malformed; the error names the picture and the byte offset.
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

  /// Throws if the stream is truncated.
  public func finish() throws(SyntaxError) {
    switch state {
    case .header: throw Y4MHeader.error("", position == 0 ? "it is empty" : "it ends inside the header line", Int(clamping: position))
    case .frameLine: if !line.isEmpty { throw error("FRAME", .malformed("the stream ends inside the line"), lineStart) }
    case .picture: throw error("", .truncated(needed: 8 * pictureSize, left: 8 * picture.count), position)
    }
  }

  /// Reads bytes up to the end of a line.
  /// - Returns: whether the end of the line was reached.
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

  /// Rejects other formats by their first bytes instead of by the line length limit.
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
    // Optional FRAME parameters follow; they do not affect the sample layout.
    if line.count < 5 || line.count > 5 && line[5] != 0x20 {
      throw error("FRAME", .malformed("unexpected text after FRAME"), lineStart)
    }
    line.removeAll(keepingCapacity: true)
    // Reserves a full picture only after one has been read completely; the first one grows as its bytes arrive.
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
