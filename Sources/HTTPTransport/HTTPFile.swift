import BitstreamKit
import EncoderKit

/// A file on a server that answers requests for parts of files, read at any offset. Windows of it are kept, so that requests are few: the
/// first are small, and those that continue the previous one double in size.
public final class HTTPFile: ByteSource {
  /// The request for the file.
  public let request: HTTPRequest
  /// The size that the server states.
  public let byteCount: UInt64
  private let validator: HTTPAnswer.Validator
  private var windows: [(start: UInt64, bytes: [UInt8])] = []
  /// The end of the last window fetched, and its size.
  private var last: (end: UInt64, size: UInt64)

  private static var firstSize: UInt64 { 1 << 16 }
  private static var maxSize: UInt64 { 1 << 23 }
  /// The maximum number of windows, and of bytes in them.
  private static var maxWindows: Int { 8 }
  private static var maxBytes: Int { 1 << 24 }

  /// Opens a file by requesting its first bytes.
  /// - Returns: nil if the server sends whole files only.
  /// - Throws: `HTTPError`.
  public init?(_ request: HTTPRequest) throws(HTTPError) {
    guard let found = try Self.fetch(request, 0..<Self.firstSize) else { return nil }
    self.request = request
    byteCount = found.total
    validator = found.validator
    windows = [(0, found.bytes)]
    last = (UInt64(found.bytes.count), Self.firstSize)
  }

  /// Reads from a window that is kept, or requests one.
  /// - Throws: `ByteError` if the request fails, or the file is another one than before.
  public func read(at offset: UInt64, count: Int, into buffer: inout [UInt8]) throws(ByteError) {
    buffer.removeAll(keepingCapacity: true)
    guard offset < byteCount, count > 0 else { return }
    let end = offset + min(UInt64(count), byteCount - offset)
    var place = offset
    while place < end {
      let window = try window(of: place, upTo: end)
      let first = Int(place - window.start)
      let stop = Int(min(UInt64(window.bytes.count), end - window.start))
      buffer.append(contentsOf: window.bytes[first..<stop])
      place = window.start + UInt64(stop)
    }
  }

  /// Returns the window that contains a byte.
  private func window(of place: UInt64, upTo end: UInt64) throws(ByteError) -> (start: UInt64, bytes: [UInt8]) {
    if let found = windows.lastIndex(where: { $0.start <= place && place - $0.start < UInt64($0.bytes.count) }) { return windows[found] }
    let grown = place == last.end ? min(last.size * 2, Self.maxSize) : Self.firstSize
    let size = min(max(grown, min(end - place, Self.maxSize)), byteCount - place)
    let part: Part?
    do { part = try Self.fetch(request, place..<place + size) } catch { throw ByteError(error.words(request.name)) }
    guard let part, part.total == byteCount, !part.validator.differs(from: validator), UInt64(part.bytes.count) == size else {
      throw ByteError("\(request.name): the file has changed while it was read")
    }
    last = (place + size, grown)
    windows.append((place, part.bytes))
    while windows.count > Self.maxWindows || windows.count > 1 && windows.reduce(0, { $0 + $1.bytes.count }) > Self.maxBytes {
      windows.removeFirst()
    }
    return (place, part.bytes)
  }

  /// The bytes of a part, the size of the file, and its version.
  private typealias Part = (bytes: [UInt8], total: UInt64, validator: HTTPAnswer.Validator)

  /// Requests a part of a file.
  /// - Returns: nil if the server sends the whole file instead.
  private static func fetch(_ request: HTTPRequest, _ range: Range<UInt64>) throws(HTTPError) -> Part? {
    let child: ChildProcess
    do { child = try request.start(range) } catch { throw .program(error) }
    defer { child.end() }
    var bytes: [UInt8] = []
    var answer: HTTPAnswer?
    while !child.isOver {
      child.waitAndTransfer(into: &bytes)
      if answer == nil, let found = HTTPAnswer(bytes) {
        answer = found
        bytes.removeFirst(found.bodyStart)
      }
      // Without a part, the body is of no use: the whole file, or the page of an error.
      if let answer, answer.status != 206 || answer.part == nil { break }
      if answer == nil, bytes.count > HTTPAnswer.maxBytes { throw .malformed("the header of the answer is longer than 256 KiB") }
      if bytes.count > range.count, answer != nil { throw .malformed("the answer is longer than the part requested") }
    }
    guard let answer else { throw .failed(child.messages.isEmpty ? "no answer" : child.messages) }
    if answer.status == 416, range.lowerBound == 0, answer.unsatisfiedTotal == 0 { return ([], 0, answer.validator) }
    if answer.status == 200 || answer.status == 206 && answer.part == nil { return nil }
    guard answer.status == 206, let part = answer.part else { throw .status(answer.status) }
    if child.ending != .exited(0) { throw .failed(child.messages.isEmpty ? "the transfer ended early" : child.messages) }
    guard part.first == range.lowerBound, part.last < range.upperBound, part.last - part.first + 1 == UInt64(bytes.count) else {
      throw .malformed("the answer is not the part requested")
    }
    return (bytes, part.total, answer.validator)
  }
}
