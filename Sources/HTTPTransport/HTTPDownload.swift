import BitstreamKit
import EncoderKit

/// A file on a server, read once from its start to its end.
public final class HTTPDownload {
  /// The request for the file.
  public let request: HTTPRequest
  private let child: ChildProcess
  private var ready: [UInt8] = []
  private var taken = 0
  /// Why the transfer failed; nil if it has not.
  public private(set) var failure: HTTPError?

  /// Starts the transfer.
  /// - Throws: `HTTPError.program` if curl is not installed.
  public init(_ request: HTTPRequest) throws(HTTPError) {
    self.request = request
    do { child = try request.start(nil) } catch { throw .program(error) }
  }

  deinit { child.end() }

  /// Reads the next bytes into the start of `buffer`.
  /// - Returns: their number; 0 at the end.
  /// - Throws: if the transfer failed, also at its end.
  public func read(into buffer: inout [UInt8]) throws(ByteError) -> Int {
    while taken == ready.count, !child.isOver {
      ready.removeAll(keepingCapacity: true)
      taken = 0
      child.waitAndTransfer(into: &ready)
    }
    if taken == ready.count {
      guard child.ending == .exited(0) else {
        let error = reason
        failure = error
        throw ByteError(error.words(request.name))
      }
      return 0
    }
    let count = min(buffer.count, ready.count - taken)
    buffer.replaceSubrange(..<count, with: ready[taken..<taken + count])
    taken += count
    return count
  }

  /// Why curl has failed. Its exit code 22 is an error status of the server, which its message ends with.
  private var reason: HTTPError {
    if child.ending == .exited(22), let word = child.messages.split(separator: " ").last, let status = Int(word) { return .status(status) }
    return .failed(child.messages.isEmpty ? "the transfer ended early" : child.messages)
  }
}
