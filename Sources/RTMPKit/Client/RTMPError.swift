import BitstreamKit

/// Why a stream could not be published or played.
public enum RTMPError: Error, Sendable, Equatable, CustomStringConvertible {
  /// No connection: unknown host, connection refused, or no route.
  case unreachable(String)
  /// The server rejected a request, with its code (`NetStream.Publish.BadName`) and description.
  case refused(request: String, code: String, words: String)
  /// The server violated the protocol.
  case malformed(SyntaxError)
  /// The server closed the connection, or it was lost; the text includes the phase.
  case closed(String)
  /// The server did not respond in time; the text includes the phase.
  case timedOut(String)
  /// A local error.
  case local(ByteError)

  /// One line.
  public var description: String {
    switch self {
    case .unreachable(let why), .closed(let why), .timedOut(let why): return why
    case .refused(let request, let code, let words):
      let said = words.isEmpty ? "" : code.isEmpty ? words : " (\(words))"
      return "the server rejected \(request): " + (code.isEmpty && words.isEmpty ? "no reason given" : code + said)
    case .malformed(let error): return "invalid data from the server: \(error)"
    case .local(let error): return error.description
    }
  }
}
